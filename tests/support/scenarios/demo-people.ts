import { DEMO_PASSWORD } from '#server/demo/people.ts'
import type { Person, World } from '#tests/support/world.ts'

/** Signs in as one of the people of the demo world, who have addresses of their own. */
export async function signInToDemo({ stranger }: Pick<World, 'stranger'>, name: string): Promise<Person> {
  const person = stranger(name)
  const { status } = await person.signIn(DEMO_PASSWORD, `${name}@loge.test`)
  if (status !== 200) throw new Error(`Signing in as ${name} was answered with ${status}`)
  return person
}
