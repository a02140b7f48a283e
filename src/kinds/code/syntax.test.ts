import { expect, test } from 'vitest'
import { FAMILIES, mayDeclare, votesFor } from './syntax.ts'

const DECLARATIONS = [
  'def tax(order):',
  '    async def load(self):',
  'from shop.cart import Cart',
  'import os as system',
  "if __name__ == '__main__':",
  'package cart',
  'func (c *Cart) Add(item Item) {',
  '\ttotal := c.sum()',
  '  if err != nil {',
  'pub(crate) fn add(&mut self) {',
  '#[derive(Debug)]',
  'impl<T> Cart<T> {',
  'let mut total: u32 = 0;',
  'use std::fmt;',
  'import java.util.List;',
  '  private static final int MOST = 3;',
  '@Override',
  'export default function () {',
  'module.exports = {',
  'exports.add = add',
  '});',
  'Cart.prototype.add = function (item) {',
  'export type Item = { readonly price: number }',
  '  readonly price: number',
  'const rates: Rate[] = []',
  '  <Cart items={items} />',
  'onClick={() => add(item)}',
  '#include <stdio.h>',
  '#  define MOST 3',
  'static inline int add(int a, int b)',
  'uint32_t total = 0;',
  'unsigned long total;',
  'template<typename T>',
  'public:',
  '  return std::move(cart);',
  'Cart::Cart(int most) {',
  'constexpr int most = 3;',
]

test.each(DECLARATIONS)('no form of a declaration is missed by the quick look: %s', (line) => {
  expect(FAMILIES.flat().some((language) => votesFor(line, language))).toBe(true)
  expect(mayDeclare(line)).toBe(true)
})

test.each([
  '[12/99999] cc -O2 -Wall -c src/cart.c',
  '    ok adds twice 12 (3 ms)',
  'PASS test/cart.test.js',
  '',
  '2026-04-11 INFO started',
])('what no language declares is told at once: %s', (line) => {
  expect(mayDeclare(line)).toBe(false)
})
