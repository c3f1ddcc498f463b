import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Footer, type ShellCompany, type ShellUser, SkipLink } from '#app/ui/shell.tsx'
import { sectionMark, staffSections } from './staff-sections.ts'

type StaffShellProps = {
  user: Pick<ShellUser, 'displayName' | 'email'>
  /** Left out while the settings name no company. */
  company?: ShellCompany
  currentPath: string
  /** what was searched for last, on the page with the answers */
  searched: string
  /** A flash message, above everything else in the page. */
  notice?: ReactNode
  children: ReactNode
}

/** The frame of the back-office: its own header with quick jump and sections, and no menu of the shop. */
export function StaffShell({ user, company, currentPath, searched, notice, children }: StaffShellProps) {
  return (
    <div className="page">
      <SkipLink />
      <header className="masthead staff-head">
        <div className="container staff-row">
          <a className="brand" href={paths.admin.home()}>
            <Logo />
          </a>
          <QuickJump searched={searched} />
          <Person user={user} />
          <details className="staff-drop staff-more">
            <summary>Menu</summary>
            <nav aria-label="Administração">
              <SectionLinks currentPath={currentPath} />
            </nav>
          </details>
        </div>
        <nav aria-label="Administração" className="container staff-sections">
          <SectionLinks currentPath={currentPath} />
        </nav>
      </header>
      <main className="main container" id="conteudo" tabIndex={-1}>
        <div id="avisos" data-region="">
          {notice}
        </div>
        <p className="visually-hidden" id="anuncio" role="status" />
        {children}
      </main>
      {company ? <Footer company={company} links={footerLinks} /> : null}
    </div>
  )
}

const footerLinks = [
  { href: paths.home(), label: 'Ver a loja' },
  { href: paths.terms(), label: 'Termos de compra' },
]

/** Twice on the page, for a wide and a narrow screen, of which the style sheet shows one. */
function SectionLinks({ currentPath }: { currentPath: string }) {
  return (
    <ul>
      {staffSections.map((section) => (
        <li key={section.href}>
          <a href={section.href} aria-current={sectionMark(section, currentPath)}>
            {section.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Ctrl+K goes to it where scripts run. */
function QuickJump({ searched }: { searched: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: old engines do not know <search>.
    <form method="get" action={paths.admin.search()} role="search" className="quick">
      <label htmlFor="ir-para">
        Ir para<span className="visually-hidden"> (nº, nome, e-mail, matrícula)</span>
      </label>
      <input
        className="input"
        id="ir-para"
        type="search"
        name="q"
        defaultValue={searched}
        autoComplete="off"
        data-hotkey="k"
        title="Número, nome, empresa, e-mail, telefone, CPF, CNPJ, NF-e, nosso número, matrícula ou rastreamento (Ctrl+K)"
      />
      <Button>Ir</Button>
    </form>
  )
}

function Person({ user: { displayName, email } }: Pick<StaffShellProps, 'user'>) {
  return (
    <details className="staff-drop staff-person">
      <summary>
        <span className="staff-name">{displayName}</span>
        <span className="staff-short" aria-hidden="true">
          Conta
        </span>
      </summary>
      <ul>
        <li className="staff-email">
          <span className="staff-own-name">{displayName}</span>
          {email}
        </li>
        <li>
          <a href={paths.account()}>Meus dados</a>
        </li>
        <li>
          <a href={paths.home()}>Ver a loja</a>
        </li>
        <li>
          <form method="post" action={paths.logout()}>
            <Button>Sair</Button>
          </form>
        </li>
      </ul>
    </details>
  )
}
