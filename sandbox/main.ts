import { parseArgs } from 'node:util'
import { startSandbox } from './start-sandbox.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4242' },
    folder: { type: 'string', default: '.data/sandbox' },
    secret: { type: 'string', default: 'sk_test_sandbox' },
    webhook: { type: 'string', default: 'http://127.0.0.1:3000/api/webhooks/sandbox' },
    'webhook-secret': { type: 'string', default: 'whsec_sandbox' },
    'connect-webhook-secret': { type: 'string', default: 'whsec_sandbox_connect' },
    seller: { type: 'string', default: 'Loge' },
  },
})

const sandbox = await startSandbox({
  port: Number(values.port),
  folder: values.folder,
  secret: values.secret,
  seller: values.seller,
  webhooks: [
    { url: values.webhook, secret: values['webhook-secret'] },
    { url: values.webhook, secret: values['connect-webhook-secret'], connect: true },
  ],
})
console.log(`The stand-in for Stripe listens on ${sandbox.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop())
