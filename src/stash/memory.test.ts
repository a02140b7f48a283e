import { testConformance } from './conformance.ts'
import { createMemoryStash } from './memory.ts'
import { DEFAULT_TTL_MS } from './stash.ts'

testConformance({
  name: 'memory',
  create: async (keeping) => {
    let ahead = 0
    const stash = createMemoryStash({ ...keeping, now: () => Date.now() + ahead })
    return {
      stash,
      expire: async () => {
        ahead += DEFAULT_TTL_MS + 60_000
      },
    }
  },
  skip: {
    tamper: ' (nobody else reaches the memory of this process)',
    obstruct: ' (memory can always be read)',
    reopen: ' (memory ends with its process)',
  },
})
