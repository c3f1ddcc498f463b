import { createContext, type ReactNode, useContext } from 'react'
import { Unbroken } from './unbroken.tsx'

export type PageHeadingProps = {
  title: ReactNode
  lead?: ReactNode
  back?: { href: string; label: string } // link to the list
  children?: ReactNode // content at the right: a button, a status
}

/** The address of the manual's page about this screen, which the back-office's frame sets. */
export const HelpContext = createContext<string | undefined>(undefined)

function renderUnbroken(content: ReactNode) {
  return typeof content === 'string' ? <Unbroken text={content} /> : content
}

export function PageHeading({ title, lead, back, children }: PageHeadingProps) {
  const helpHref = useContext(HelpContext)
  return (
    <header className="heading">
      <div>
        {back ? (
          <a className="back" href={back.href}>
            {`← ${back.label}`}
          </a>
        ) : null}
        <h1>{renderUnbroken(title)}</h1>
        {lead ? <p className="lead">{renderUnbroken(lead)}</p> : null}
      </div>
      {children || helpHref ? (
        <div className="heading-aside">
          {children}
          {helpHref ? (
            <a className="help-link" href={helpHref}>
              Ajuda
            </a>
          ) : null}
        </div>
      ) : null}
    </header>
  )
}
