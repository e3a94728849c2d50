/** The shape of English; and where English counts one and other, French also counts the many of a million. */
export type French<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly French<Item>[]
    : { [K in keyof T]: French<T[K]> } & {
        [K in keyof T as K extends `${infer Base}_other` ? `${Base}_many` : never]: string
      }
