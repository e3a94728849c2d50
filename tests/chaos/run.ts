import { runChaos } from './chaos-run.ts'

/** `npm run test:chaos`: 2,000 messages, 50 cuts, 50 lost responses, and ten kills of the product. */
const { acknowledged, retries, wrong } = await runChaos(
  { messages: 2000, cuts: 100, kills: 10, identical: 200 },
  console.log,
)
for (const sentence of wrong) console.log(sentence)
console.log(`${acknowledged} acknowledged messages, ${retries} sent again, ${wrong.length} wrong`)
process.exitCode = wrong.length === 0 ? 0 : 1
