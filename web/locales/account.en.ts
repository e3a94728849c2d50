/** What somebody does with their own account, in the settings. */
export const account = {
  appearance: {},
  password: {},
  email: {},
  sessions: {},
  export: {},
  deletion: {},
}
