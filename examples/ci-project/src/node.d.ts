declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): Promise<void>
  export function describe(name: string, body: () => void): Promise<void>
}
declare module 'node:assert/strict' {
  const assert: {
    equal(actual: unknown, expected: unknown, message?: string): void
    deepEqual(actual: unknown, expected: unknown, message?: string): void
    throws(body: () => unknown, expected?: object): void
    rejects(body: () => Promise<unknown>, expected?: object): Promise<void>
  }
  export default assert
}
declare const console: { log(text: string): void; warn(text: string): void }
