import type { ReactNode } from 'react'
import { Unbroken } from './unbroken.tsx'

export type PageHeadingProps = {
  title: ReactNode
  lead?: ReactNode
  /** The way back to the list. */
  back?: { href: string; label: string }
  /** What stands at the right: a button, a status. */
  children?: ReactNode
}

function unbroken(words: ReactNode) {
  return typeof words === 'string' ? <Unbroken text={words} /> : words
}

export function PageHeading({ title, lead, back, children }: PageHeadingProps) {
  return (
    <header className="heading">
      <div>
        {back ? (
          <a className="back" href={back.href}>
            {`← ${back.label}`}
          </a>
        ) : null}
        <h1>{unbroken(title)}</h1>
        {lead ? <p className="lead">{unbroken(lead)}</p> : null}
      </div>
      {children ? <div className="heading-aside">{children}</div> : null}
    </header>
  )
}
