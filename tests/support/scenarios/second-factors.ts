import { codeOfStep, timeStep } from '#server/domain/second-factors/totp.ts'
import { PASSWORD, type Person, type World } from '#tests/support/world.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function readBase32(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export interface LinkedApp {
  secret: Buffer
  /** The secret as it was shown. */
  text: string
  codes: string[]
  /** What the app shows now. */
  code(): string
}

/** Links an authenticator app to an account. The clock of the world does not pass. */
export async function linkedApp({ ctx }: Pick<World, 'ctx'>, person: Person): Promise<LinkedApp> {
  const { body, status } = await person.ask('POST', '/second_factors/app', { current_password: PASSWORD })
  if (status !== 201) throw new Error(`Linking an app was answered with ${status}: ${JSON.stringify(body)}`)
  const secret = readBase32(body.secret)
  const code = () => codeOfStep(secret, timeStep(ctx.now()))
  const linked = await person.ask('PUT', '/second_factors/app', { code: code() })
  if (linked.status !== 200) throw new Error(`The code was answered with ${linked.status}: ${linked.text}`)
  return { secret, text: body.secret, codes: linked.body.recovery_codes, code }
}

export async function withApp(product: Pick<World, 'ctx'>, person: Person): Promise<LinkedApp & { person: Person }> {
  return { ...(await linkedApp(product, person)), person }
}
