import { type SyntheticEvent, useState } from 'react'
import { EMAIL_PATTERN, PASSWORD_MAX, PASSWORD_MIN } from '#contract/accounts.ts'

/** The translation keys below `errors`. */
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

/** Checks the length like the server: in code points, not in UTF-16 code units. */
export function newPassword(value: string): Problem | undefined {
  const { length } = [...value]
  return required(value) ?? (length < PASSWORD_MIN || length > PASSWORD_MAX ? 'code.password_length' : undefined)
}

/** A text that is not blank and not longer than the server accepts. */
export function textUpTo(max: number): (value: string) => Problem | undefined {
  return (value) => required(value.trim()) ?? ([...value].length > max ? 'too_long' : undefined)
}

/** Form validation: shows an error under each invalid field and focuses the first of them. */
export function useFieldErrors<Name extends string>(rules: Rules<Name>) {
  const [problems, setProblems] = useState<Partial<Record<Name, Problem>>>({})
  const names = Object.keys(rules) as Name[]

  /** The values of the form, or null if a field is invalid. */
  function read(form: HTMLFormElement): Record<Name, string> | null {
    const data = new FormData(form)
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
    const invalid = names.flatMap((name) => {
      const problem = rules[name](values[name])
      return problem ? [[name, problem] as const] : []
    })
    setProblems(Object.fromEntries(invalid) as Partial<Record<Name, Problem>>)
    const first = invalid[0]
    if (!first) return values
    focusField(form, first[0])
    return null
  }

  /** Clears the error of a field that is being edited. */
  function forget({ target }: SyntheticEvent<HTMLFormElement>) {
    const name = target instanceof HTMLElement ? (target.getAttribute('name') ?? '') : ''
    if (name in problems) setProblems({ ...problems, [name]: undefined })
  }

  return { problems, read, forget }
}

export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
