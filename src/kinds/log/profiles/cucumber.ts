import type { Profile } from './profile.ts'

/** The scenario that a line is about, in group 1: `Scenario: Discount  # features/cart.feature:7`, in every language. */
const SCENARIO = /^\S.{0,80}: .{1,300}\s# (\S{1,200}\.feature:\d+)$/
/** In the list at the end: behave names the place first, Ruby's cucumber a command with it. */
const LISTED = /^(?:cucumber (?:-p \S{1,80} )?)?(\S{1,200}\.feature:\d+)(?: {2}\S| # \S)/

/** behave and cucumber: failures are scenarios, and steps only say why. */
export const cucumber: Profile = {
  name: 'cucumber',
  commands: ['behave', 'cucumber', 'cucumber-js'],
  signs: [
    SCENARIO,
    LISTED,
    /^\d+ scenarios? (?:\(|passed, )/,
    /^\d+ steps? (?:\(|passed, )/,
    /^\(::\) failed steps \(::\)$/,
    /^You can implement step definitions for undefined steps with these snippets:$/,
  ],
  roles: [
    ['mark', LISTED],
    ['header', SCENARIO],
    ['location', /^\S{1,200}\.feature:\d+:in `/],
    ['reason', /^\S{1,40} .{1,300} # None$/],
  ],
  parts: [['above', /^Assertion Failed: /]],
  same: [SCENARIO, LISTED],
}
