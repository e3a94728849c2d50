import { runCrashes } from './crash-run.ts'

/** `npm run test:crash [-- ROUNDS]`: each round kills the product, the database, and both. */
const rounds = Number(process.argv[2] ?? 20)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: npm run test:crash -- ROUNDS')
  process.exit(2)
}

const { acknowledged, missing, restarts } = await runCrashes(rounds, console.log)
for (const sentence of missing) console.log(sentence)
const slowest = Math.max(...restarts).toFixed(1)
console.log(
  `${restarts.length} crashes, ${acknowledged} acknowledged writes, ${missing.length} missing, slowest start ${slowest} s`,
)
process.exitCode = missing.length === 0 ? 0 : 1
