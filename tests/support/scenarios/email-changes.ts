import { PASSWORD, type Person, type World } from '#tests/support/world.ts'

/** Steps of a change of the e-mail address: request it, follow the links in the mails, and read the result. */
export function emailChanges({ ctx, visitor, mails }: Pick<World, 'ctx' | 'visitor' | 'mails'>) {
  const confirm = (token: unknown) => visitor.ask('POST', '/user/email/confirm', { token })
  const undo = (token: unknown) => visitor.ask('POST', '/user/email/undo', { token })

  async function mailsTo(email: string) {
    return (await mails()).filter(({ to }) => to?.[0]?.address === email)
  }

  /** The token of a link in the newest mail to an address. */
  async function secretFor(email: string, page: 'confirm-email' | 'undo-email'): Promise<string> {
    const text = (await mailsTo(email)).at(-1)?.text
    const token = text?.match(new RegExp(`http://loge\\.test/${page}\\?token=([\\w-]{43})\\s`))?.[1]
    if (!token) throw new Error(`The newest mail to ${email} has no link to ${page}`)
    return token
  }

  async function addressOf(person: Person): Promise<string> {
    const [row] = await ctx.db`select email from users where id = ${person.id}`
    return row?.email
  }

  /** Requests another address and confirms it. */
  async function moves(person: Person, email: string): Promise<void> {
    await askForAddress(person, email)
    const { status } = await confirm(await secretFor(email, 'confirm-email'))
    if (status !== 200) throw new Error(`The confirmation was answered with ${status}`)
  }

  /** Sets a new password with the newest reset link that was sent to an address. */
  async function resetsPassword(email: string, password: string) {
    const reset_password_token = (await mailsTo(email)).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const user = { reset_password_token, password, password_confirmation: password }
    return await visitor.ask('PUT', '/users/password', { user })
  }

  return { confirm, undo, mailsTo, secretFor, addressOf, moves, resetsPassword }
}

export function askForAddress(person: Person, email: unknown, current_password: unknown = PASSWORD) {
  return person.ask('PUT', '/user/email', { current_password, email })
}
