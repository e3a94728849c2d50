import { runPaymentCrashes } from './payments-run.ts'

/** `npm run test:payments [-- ROUNDS]`: each round kills the product, both, and the database, while people buy. */
const rounds = Number(process.argv[2] ?? 67)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: npm run test:payments -- ROUNDS')
  process.exit(2)
}

const { kills, interrupted, bought, movements, wrong } = await runPaymentCrashes(rounds, console.log)
for (const sentence of wrong) console.log(sentence)
console.log(
  `${kills} kills, ${interrupted} events interrupted, ${bought} tickets paid for, ${movements} movements at the provider, ${wrong.length} things wrong`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
