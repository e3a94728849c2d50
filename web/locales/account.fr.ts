import type * as english from './account.en.ts'
import type { French } from './french.ts'

export const account: French<typeof english.account> = {
  appearance: {},
  password: {},
  email: {},
  sessions: {},
  export: {},
  deletion: {},
}
