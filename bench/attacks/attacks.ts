import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { formBody } from '../../tests/support/files/pictures.ts'
import { ask } from './response-times.ts'

/** The means of an attacker: ordinary accounts with sessions, and one IP address. */
export interface Attacker {
  url: string
  from: string
  /** Accounts of creators. */
  accounts: { email: string; password: string; token: string }[]
  /** A small file that takes long to decode. */
  picture: Buffer
}

/** What an honest user does during an attack. */
export type UserAction = 'feed' | 'page' | 'search' | 'upload' | 'sign_in'

export interface Attack {
  what: string
  /** Its line in docs/security.md. */
  listed_as: string
  meanwhile: UserAction
  /** Runs until `stop` is aborted. Refusals are expected. */
  run(attacker: Attacker, stop: AbortSignal): Promise<void>
}

/** The attacks that docs/security.md lists, each with the means of one person. */
export const ATTACKS: Attack[] = [
  {
    what: 'three requests a second with 15 KB of spaces in Accept-Encoding',
    listed_as: 'very long header lines (`Accept-Encoding`, `Accept-Language`, `If-None-Match`, `Range`)',
    meanwhile: 'page',
    run: async ({ url, from }, stop) => {
      const headers = { 'accept-encoding': `gzip${' '.repeat(15_000)}x` }
      while (!stop.aborted) {
        void ignoreErrors(ask(`${url}/discover`, { headers, from }))
        await pause(333)
      }
    },
  },
  {
    what: '300 connections that ask for a script 50 times each and read nothing',
    listed_as: 'many requests on one connection, answers that nobody reads',
    meanwhile: 'feed',
    run: async ({ url, from }, stop) => {
      const page = await (await fetch(`${url}/discover`)).text()
      const [script = '/'] = page.match(/\/assets\/[\w.-]+\.js/) ?? []
      const sockets = Array.from({ length: 300 }, () => rawSocket(url, from))
      const request = `GET ${script} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`
      for (const socket of sockets) socket.pause().write(request.repeat(50))
      await aborted(stop)
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    what: 'two accounts that send a JPEG with thousands of scans, again and again',
    listed_as: 'a JPEG with thousands of scans, a video with millions of samples',
    meanwhile: 'upload',
    run: async ({ url, from, accounts, picture }, stop) => {
      const { payload, headers } = await formBody({ description: 'Scans', file: picture })
      const send = async (token: string) => {
        while (!stop.aborted) {
          const sent = ask(`${url}/api/posts`, {
            method: 'POST',
            headers: { ...headers, authorization: token },
            body: payload,
            from,
          })
          await Promise.race([ignoreErrors(sent), aborted(stop)])
          await pause(200)
        }
      }
      await Promise.all(accounts.slice(0, 2).map(({ token }) => send(token)))
    },
  },
  {
    what: '120 searches at once by one account',
    listed_as: 'searches without end',
    meanwhile: 'search',
    run: async ({ url, from, accounts }, stop) => {
      const authorization = accounts[0]?.token ?? ''
      const search = (turn: number) =>
        ask(`${url}/api/creators?search=${encodeURIComponent(`creatr ${turn} the wigns a craetor`)}`, {
          headers: { authorization },
          from,
        })
      await Promise.race([
        Promise.all(Array.from({ length: 120 }, (_, turn) => ignoreErrors(search(turn)))),
        aborted(stop),
      ])
      await aborted(stop)
    },
  },
  {
    what: '8 MB of fragments of a byte each on each of five live sockets without a session',
    listed_as: 'fragments and chunks on a live socket',
    meanwhile: 'feed',
    run: async ({ url, from }, stop) => {
      const sockets = Array.from({ length: 5 }, () => rawSocket(url, from))
      // The first frame starts a message, and no other frame ends it. The answers are not read.
      const frames = Buffer.concat([FIRST_FRAGMENT, ...Array(FRAGMENTS).fill(NEXT_FRAGMENT)])
      for (const socket of sockets) {
        socket.pause().write(upgradeRequest(url))
        socket.write(frames)
      }
      await aborted(stop)
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    what: 'one account that signs in with its right password, 23 times a second',
    listed_as: 'signing in again and again with the right password',
    meanwhile: 'sign_in',
    run: async ({ url, from, accounts }, stop) => {
      const { email = '', password = '' } = accounts[0] ?? {}
      const body = JSON.stringify({ user: { email, password } })
      const headers = { 'content-type': 'application/json' }
      while (!stop.aborted) {
        void ignoreErrors(ask(`${url}/api/users/sign_in`, { method: 'POST', headers, body, from }))
        await pause(1000 / 23)
      }
    },
  },
]

/** 8 MB of masked frames with a byte each. */
const FRAGMENTS = 1_200_000
const FIRST_FRAGMENT = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x61])
const NEXT_FRAGMENT = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x61])

function rawSocket(url: string, from: string): Socket {
  const { hostname, port } = new URL(url)
  // The server may close these connections at any time.
  return connect({ host: hostname, port: Number(port), localAddress: from }).on('error', () => {})
}

function upgradeRequest(url: string): string {
  const { host } = new URL(url)
  const lines = [
    'GET /api/cable HTTP/1.1',
    `host: ${host}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-protocol: actioncable-v1-json',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Ignores refusals and closed connections. */
async function ignoreErrors(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch(() => {})
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
