import { readFileSync } from 'node:fs'
import https, { type RequestOptions } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { LookupFunction } from 'node:net'

/**
 * Loaded before a process of the product (`--import`), by benchmarks only: it leads what is sent to the host of the stand-in
 * push service to this machine. The product itself connects to public addresses only, and nothing in it is changed.
 */

/** The host, the port and the file of the certificate, separated by spaces. */
const [host, port, ca_file] = (process.env.BENCH_PUSH ?? '').split(' ')

const lookup: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

if (host && port && ca_file) {
  const there = { lookup, port: Number(port), ca: readFileSync(ca_file, 'utf8') }
  const ask = https.request
  const lead = (url: string, options: RequestOptions, onAnswer: Parameters<typeof ask>[2]) =>
    ask(url, new URL(url).hostname === host ? { ...options, ...there } : options, onAnswer)
  Object.assign(https, { request: lead })
  syncBuiltinESMExports()
}
