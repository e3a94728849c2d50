import path from 'node:path'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/db/start-error.ts'
import { codeOf } from '#server/error-codes.ts'
import type { Sandbox } from '../../sandbox/start-sandbox.ts'
import { SANDBOX_KEYS, sandboxWebhooks } from './open-provider.ts'

export interface OpenSandbox extends Sandbox {
  /** Lets it live in the past, and do what is due on the way; undefined: in the present again. */
  tellTime: (time: Date | undefined) => void
}

/**
 * Starts the stand-in for the payment provider inside this process, if the settings want it. If its port is taken, another
 * process of the product runs one already, and this one uses it. `origin` is asked for each event, because the address of the
 * server is known only when it listens.
 */
export async function openSandbox(
  { payments, data_dir, seller }: Pick<Config, 'payments' | 'data_dir' | 'seller'>,
  origin: () => string,
  now: () => Date = () => new Date(),
): Promise<OpenSandbox | undefined> {
  if (payments?.provider !== 'sandbox') return undefined
  let told: Date | undefined
  try {
    const { startSandbox } = await import('../../sandbox/start-sandbox.ts')
    const sandbox = await startSandbox({
      port: payments.port,
      host: payments.host,
      folder: path.join(data_dir, 'sandbox'),
      secret: SANDBOX_KEYS.secret_key,
      seller: seller[0] ?? 'Loge',
      webhooks: () => sandboxWebhooks(origin()),
      now: () => told ?? now(),
    })
    const tellTime = (time: Date | undefined) => {
      told = time
      sandbox.clock.advance(0)
    }
    return { ...sandbox, tellTime }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') return undefined
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new StartError(
        'The files of the sandbox are missing from this installation: set PAYMENTS=stripe, or remove PAYMENTS.',
      )
    throw error
  }
}
