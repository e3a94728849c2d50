/** The type of a French namespace: the keys of English, and the plural form `_many` (millions) beside `_one` and `_other`. */
export type French<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly French<Item>[]
    : { [K in keyof T]: French<T[K]> } & {
        [K in keyof T as K extends `${infer Base}_other` ? `${Base}_many` : never]: string
      }
