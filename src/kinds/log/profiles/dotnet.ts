import type { Profile } from './profile.ts'

export const dotnet: Profile = {
  name: 'dotnet',
  commands: ['dotnet', 'msbuild', 'xbuild', 'vstest.console'],
  signs: [
    /^\S.{0,300}\(\d+,\d+(?:,\d+,\d+)?\): (?:error|warning) [A-Z]{2,10}\d{2,6}: /,
    /^Build (?:FAILED|succeeded)\.$/,
    /^Determining projects to restore\.\.\.$/,
    /^(?:Passed|Failed)! {1,3}- Failed: +\d+, Passed: +\d+/,
    /^Test run for \S{1,300}\.dll /,
    /^(?:CSC|MSBUILD|NuGet|\S{1,200}\.csproj) ?: error [A-Z]{2,10}\d+: /,
  ],
  hints: [/^\[xUnit\.net [\d:.]{4,20}\] /, /^A total of \d+ test files matched/],
  roles: [
    ['summary', /^Build succeeded\.$/],
    ['verdict', /^Build FAILED\.$/],
    ['library', /^at (?:System|Microsoft|Xunit|NUnit|Moq|FluentAssertions)\./],
    ['reason', /^(?:Error Message|Stack Trace):$/],
  ],
  same: [
    /^\[xUnit\.net [\d:.]{4,20}\] +(\S.{0,300}?) \[FAIL\]$/,
    /^Failed (\S.{0,300}?) \[[<\d.]{1,9} ?(?:ms|s|m|h)(?: \d+ ?m?s)?\]$/,
    /^(?:\d+>)?(\S.{0,300}\(\d+,\d+(?:,\d+,\d+)?\): error [A-Z]{2,10}\d{2,6}: .{1,200})/,
  ],
  filter: {
    drop: [
      /^(?:Determining projects to restore|All projects are up-to-date|VSTest version |Microsoft \(R\)|Copyright \(C\) Microsoft|Starting test execution|A total of \d+ test files)/,
    ],
  },
}
