import { beforeEach, describe, expect, it } from 'vitest'
import { Connection, type Effect } from './connection.ts'
import { CABLE_LIMITS } from './limits.ts'

const ID = '019ba4d2-0000-7000-8000-000000000000'
const identifier = `{"channel":"ConversationChannel","conversation_id":"${ID}"}`
const channel = { kind: 'conversation', conversation_id: ID }
const inbox = '{"channel":"InboxChannel"}'

const limits = { ...CABLE_LIMITS, queued_commands: 3, subscriptions_per_socket: 2, commands_at_once: 8 }
let connection: Connection
let now = 0

beforeEach(() => {
  connection = new Connection(limits)
  now = 1000
})

const say = (command: string, of = identifier, data?: unknown) =>
  connection.receive(JSON.stringify({ command, identifier: of, data }), now)
const typing = (of = identifier) => say('message', of, '{"action":"typing"}')
const decide = (isAllowed: boolean) => connection.decide(isAllowed, now)

function open(): void {
  connection.welcome(now)
}

function listen(): void {
  open()
  say('subscribe')
  decide(true)
}

/** The frames that the effects send to the client. */
function framesOf(effects: Effect[]): unknown[] {
  return effects.flatMap((effect) => ('frame' in effect ? [JSON.parse(effect.frame)] : []))
}

const confirmed = (of = identifier) => ({ type: 'confirm_subscription', identifier: of })
const rejected = (of = identifier) => ({ type: 'reject_subscription', identifier: of })
const tooMany = { type: 'disconnect', reason: 'too_many_commands', reconnect: true }

describe('Commands before the welcome', () => {
  it('A command that arrives before the welcome is neither executed early nor lost', () => {
    expect(say('subscribe', inbox)).toEqual([])
    expect(framesOf(connection.welcome(now))).toEqual([{ type: 'welcome' }, confirmed(inbox)])
  })

  it('Commands that arrive before the welcome are executed in their order', () => {
    say('subscribe', inbox)
    say('unsubscribe', inbox)
    say('subscribe', inbox)
    const kinds = connection.welcome(now).map(({ kind }) => kind)
    expect(kinds).toEqual(['send', 'send', 'join', 'leave', 'send', 'join'])
  })

  it('Only a limited number of commands waits for the welcome; one more ends the connection', () => {
    for (let count = 0; count < limits.queued_commands; count += 1) expect(say('subscribe', `${count}`)).toEqual([])
    expect(framesOf(say('subscribe'))).toEqual([tooMany])
    expect(connection.welcome(now)).toEqual([])
  })

  it('A refused client is told why, and none of its queued commands is executed', () => {
    say('subscribe', inbox)
    const effects = connection.disconnect('unauthorized', false)
    expect(framesOf(effects)).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }])
    expect(effects.map(({ kind }) => kind)).toEqual(['close'])
    expect(connection.welcome(now)).toEqual([])
  })
})

describe('The welcome', () => {
  it('The welcome is sent once', () => {
    expect(framesOf(connection.welcome(now))).toEqual([{ type: 'welcome' }])
    expect(connection.welcome(now)).toEqual([])
  })
})

describe('A subscription to a conversation', () => {
  beforeEach(open)

  it('A subscription to a conversation is authorized before it is answered', () => {
    expect(say('subscribe')).toEqual([{ kind: 'authorize', conversation_id: ID }])
  })

  // Spec 7.46
  it('A subscription is confirmed under the identifier exactly as it was sent', () => {
    const unusual = `{ "conversation_id" : "${ID.toUpperCase()}",\n "channel":"ConversationChannel", "é":"\\u00e9 \u2028" }`
    expect(say('subscribe', unusual)).toEqual([{ kind: 'authorize', conversation_id: ID }])
    const effects = decide(true)
    expect(framesOf(effects)).toEqual([confirmed(unusual)])
    expect(effects[1]).toEqual({ kind: 'join', identifier: unusual, channel })
  })

  it('A subscription that is not allowed is rejected, and may be requested again', () => {
    say('subscribe')
    expect(decide(false)).toEqual([{ kind: 'send', frame: expect.stringContaining('reject_subscription') }])
    expect(say('subscribe')).toEqual([{ kind: 'authorize', conversation_id: ID }])
    expect(framesOf(decide(true))).toEqual([confirmed()])
  })

  it('A subscription is not confirmed twice, whether it is repeated before the answer or after it', () => {
    say('subscribe')
    expect(say('subscribe')).toEqual([])
    expect(framesOf(decide(true))).toEqual([confirmed()])
    expect(say('subscribe')).toEqual([])
    expect(connection.subscriptions).toBe(1)
  })

  it('Commands after a subscription wait until it is decided', () => {
    say('subscribe')
    expect(say('subscribe', inbox)).toEqual([])
    expect(framesOf(decide(false))).toEqual([rejected(), confirmed(inbox)])
  })

  it('Only a limited number of commands waits for a subscription to be decided', () => {
    say('subscribe')
    for (let count = 0; count < limits.queued_commands; count += 1) say('subscribe', `${count}`)
    expect(framesOf(say('subscribe', inbox))).toEqual([tooMany])
    expect(decide(true)).toEqual([])
  })

  it('A subscription that was cancelled before it was decided is left again', () => {
    say('subscribe')
    say('unsubscribe')
    expect(decide(true).map(({ kind }) => kind)).toEqual(['send', 'join', 'leave'])
    expect(connection.subscriptions).toBe(0)
  })

  it('A decision that nobody asked for has no effect', () => {
    expect(decide(true)).toEqual([])
  })
})

describe('Rejected subscriptions', () => {
  beforeEach(open)

  it.each([
    ['to no channel', '{}'],
    ['to an unknown channel', '{"channel":"AdminChannel"}'],
    ['to a conversation without an id', '{"channel":"ConversationChannel"}'],
    ['to a conversation whose id is a number', '{"channel":"ConversationChannel","conversation_id":5}'],
    ['to a conversation whose id is a list', `{"channel":"ConversationChannel","conversation_id":["${ID}"]}`],
    ['to a conversation whose id is SQL', `{"channel":"ConversationChannel","conversation_id":"${ID}' or 1=1"}`],
    ['with an identifier that is no JSON', 'ConversationChannel'],
    ['with an empty identifier', ''],
    ['with an identifier that is null', 'null'],
    ['with an identifier that is a list', '["ConversationChannel"]'],
    ['to what every object has', '{"channel":"constructor"}'],
  ])('A subscription %s is rejected', (_, of) => {
    expect(framesOf(say('subscribe', of))).toEqual([rejected(of)])
    expect(connection.subscriptions).toBe(0)
  })

  it('A subscription beyond the maximum of a socket is rejected, until another one is given up', () => {
    for (const of of ['{"channel":"InboxChannel","n":1}', '{"channel":"InboxChannel","n":2}']) say('subscribe', of)
    expect(framesOf(say('subscribe', inbox))).toEqual([rejected(inbox)])
    say('unsubscribe', '{"channel":"InboxChannel","n":1}')
    expect(framesOf(say('subscribe', inbox))).toEqual([confirmed(inbox)])
  })
})

describe('The inbox', () => {
  it('A subscription to the inbox is confirmed without authorization, because it is one’s own', () => {
    open()
    expect(say('subscribe', inbox)).toEqual([
      { kind: 'send', frame: JSON.stringify({ identifier: inbox, type: 'confirm_subscription' }) },
      { kind: 'join', identifier: inbox, channel: { kind: 'inbox' } },
    ])
  })
})

describe('Unsubscribing', () => {
  it('Unsubscribing ends the subscription without an answer, once', () => {
    listen()
    expect(say('unsubscribe')).toEqual([{ kind: 'leave', identifier, channel }])
    expect(say('unsubscribe')).toEqual([])
  })

  it('Unsubscribing from what was never subscribed to does nothing', () => {
    open()
    expect(say('unsubscribe')).toEqual([])
  })

  it('A client may subscribe again after it has unsubscribed', () => {
    listen()
    say('unsubscribe')
    say('subscribe')
    expect(framesOf(decide(true))).toEqual([confirmed()])
  })
})

describe('Typing', () => {
  it('A typing command is passed on to the conversation', () => {
    listen()
    expect(typing()).toEqual([{ kind: 'typing', conversation_id: ID }])
  })

  it('Typing is passed on at a limited rate', () => {
    listen()
    typing()
    expect(typing()).toEqual([])
    now += limits.typing_every_ms
    expect(typing()).toHaveLength(1)
  })

  it('Typing is passed on only for conversations that the socket is subscribed to', () => {
    open()
    expect(typing()).toEqual([])
    say('subscribe', inbox)
    expect(typing(inbox)).toEqual([])
  })

  it.each([
    ['another action', '{"action":"destroy"}'],
    ['no action', '{}'],
    ['data that is no JSON', 'typing'],
    ['data that is null', 'null'],
    ['data that is no text', { action: 'typing' }],
    ['no data', undefined],
  ])('A message command with %s is not taken for typing', (_, data) => {
    listen()
    expect(say('message', identifier, data)).toEqual([])
  })
})

describe('Frames that are not commands', () => {
  it.each([
    ['an empty frame', ''],
    ['no JSON', '{"command":'],
    ['null', 'null'],
    ['a number', '42'],
    ['a list', '[]'],
    ['a text', '"subscribe"'],
    ['an unknown command', JSON.stringify({ command: 'whisper', identifier })],
    ['a command that is an object', JSON.stringify({ command: { x: 1 }, identifier })],
    ['an identifier that is an object', JSON.stringify({ command: 'subscribe', identifier: { channel: 'X' } })],
    ['no identifier', '{"command":"subscribe"}'],
    ['an endless identifier', JSON.stringify({ command: 'subscribe', identifier: 'x'.repeat(5000) })],
    ['a very deep one', `${'['.repeat(4000)}${']'.repeat(4000)}`],
    ['a prototype', '{"__proto__":{"command":"subscribe","identifier":"x"}}'],
  ])('A frame that is not a command is ignored: %s', (_, text) => {
    open()
    expect(connection.receive(text, now)).toEqual([])
    expect(framesOf(say('subscribe', inbox))).toEqual([confirmed(inbox)])
  })
})

describe('Floods', () => {
  it('A flood of commands or of garbage ends the connection', () => {
    open()
    for (let count = 0; count < limits.commands_at_once; count += 1) expect(connection.receive('x', now)).toEqual([])
    expect(framesOf(connection.receive('x', now))).toEqual([tooMany])
  })

  it('Frames at a slow pace never end the connection', () => {
    open()
    for (let count = 0; count < 200; count += 1) {
      now += 1000 / limits.commands_per_second
      expect(connection.receive('x', now)).toEqual([])
    }
  })
})

describe('The end of a connection', () => {
  it('A disconnect leaves all subscriptions, then tells the reason and whether to reconnect', () => {
    listen()
    const effects = connection.disconnect('server_restart', true)
    expect(effects.map(({ kind }) => kind)).toEqual(['leave', 'close'])
    expect(framesOf(effects)).toEqual([{ type: 'disconnect', reason: 'server_restart', reconnect: true }])
  })

  it('A disconnect is sent once, and no command is executed after it', () => {
    listen()
    connection.disconnect('unauthorized', false)
    expect(connection.disconnect('server_restart', true)).toEqual([])
    expect(say('subscribe', inbox)).toEqual([])
    expect(typing()).toEqual([])
  })

  it('A connection that the client closes leaves all its subscriptions, also those that are decided too late', () => {
    listen()
    say('subscribe', identifier.replace(ID, ID.replace('0', 'a')))
    expect(connection.closed()).toEqual([{ kind: 'leave', identifier, channel }])
    expect(decide(true)).toEqual([])
    expect(connection.closed()).toEqual([])
  })
})
