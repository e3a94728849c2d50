import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Removes tokens and signatures from a text, so that no log line contains one. */
export function redactSecrets(text: string): string {
  return (
    text
      .replace(/\b((?:reset_password_token|auth_token|token|ticket|signature)=)[^&\s"']+/gi, '$1[redacted]')
      // The path of a protected video is a signed URL, and much longer than the id of a picture.
      .replace(/(\/media\/)[\w-]{60,}/gi, '$1[redacted]')
      .replace(/\b(authorization["']?\s*[:=]\s*["']?)[^\s"',}]+(\s+[^\s"',}]+)?/gi, '$1[redacted]')
  )
}

/** Logs message and stack of an error, but not its other properties, because drivers put query parameters there. */
function describeError(error: Error & { code?: unknown }): object {
  return {
    type: error.name,
    code: error.code,
    message: redactSecrets(error.message),
    stack: redactSecrets(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

export function createLog(config: Pick<Config, 'log_level'>, stream?: { write(line: string): void }): pino.Logger {
  const options: pino.LoggerOptions = {
    level: config.log_level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  }
  return stream ? pino(options, stream) : pino(options)
}
