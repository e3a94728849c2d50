import { type SyntheticEvent, useState } from 'react'
import { EMAIL_PATTERN, PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts'

/** Each names its words: those below `errors`. */
type Problem = 'required' | 'email_format' | 'too_long' | 'code.password_length'
type Rules<Name extends string> = Record<Name, (value: string) => Problem | undefined>

const emailPattern = new RegExp(EMAIL_PATTERN, 'u')

export function required(value: string): Problem | undefined {
  return value === '' ? 'required' : undefined
}

export function emailAddress(value: string): Problem | undefined {
  const address = value.trim()
  return required(address) ?? (emailPattern.test(address) ? undefined : 'email_format')
}

/** As long as the server wants it, counted as the server counts: by characters, not by code units. */
export function newPassword(value: string): Problem | undefined {
  const { length } = [...value]
  return required(value) ?? (length < PASSWORD_MIN || length > PASSWORD_MAX ? 'code.password_length' : undefined)
}

/** Something more than spaces, and not more of it than the server takes. */
export function wordsUpTo(most: number): (value: string) => Problem | undefined {
  return (value) => required(value.trim()) ?? ([...value].length > most ? 'too_long' : undefined)
}

/** Checks a form before anything is sent, says what is wrong under each field and leads to the first that is. */
export function useFieldErrors<Name extends string>(rules: Rules<Name>) {
  const [problems, setProblems] = useState<Partial<Record<Name, Problem>>>({})
  const names = Object.keys(rules) as Name[]

  /** What was typed, if it may be sent. */
  function read(form: HTMLFormElement): Record<Name, string> | null {
    const data = new FormData(form)
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
    const wrong = names.flatMap((name) => {
      const problem = rules[name](values[name])
      return problem ? [[name, problem] as const] : []
    })
    setProblems(Object.fromEntries(wrong) as Partial<Record<Name, Problem>>)
    const first = wrong[0]
    if (!first) return values
    focusField(form, first[0])
    return null
  }

  /** What is being corrected is no longer wrong. */
  function forget({ target }: SyntheticEvent<HTMLFormElement>) {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const name = isControl ? target.name : ''
    if (name in problems) setProblems({ ...problems, [name]: undefined })
  }

  return { problems, read, forget }
}

export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
