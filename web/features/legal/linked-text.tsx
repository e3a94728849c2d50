import { Fragment } from 'react'
import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const LINK = /\[([^\]]+)\]\(([^)]+)\)/

/** A text of the legal pages: `[words](contact_us)` leads to that page, `[words](#security)` to that section of this one. */
export function LinkedText({ text }: { text: string }) {
  // Split by a pattern with two groups: text, words, target, text, words, target, … text.
  const parts = text.split(LINK)
  return parts.map((part, index) => {
    const target = parts[index + 1] ?? ''
    if (index % 3 === 2) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    return <Fragment key={index}>{index % 3 === 1 ? <Reference target={target} words={part} /> : part}</Fragment>
  })
}

function Reference({ target, words }: { target: string; words: string }) {
  if (isPage(target)) return <TextLink to={paths[target]}>{words}</TextLink>
  return (
    <a href={target} className="text-link">
      {words}
    </a>
  )
}

function isPage(target: string): target is keyof typeof paths {
  return target in paths
}
