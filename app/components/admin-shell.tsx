import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import { Account, Footer, MenuLink, type ShellCompany, type ShellPaths, SkipLink } from './shell.tsx'

export type AdminLink = { href: string; label: string }

export type AdminShellProps = {
  user: { displayName: string; email: string }
  company: ShellCompany
  paths: Pick<ShellPaths, 'home' | 'login' | 'logout' | 'profile'> & { admin: string }
  menu: readonly AdminLink[]
  reports: readonly AdminLink[]
  currentPath: string
  notice?: ReactNode
  children: ReactNode
}

function Reports({ reports, currentPath }: Pick<AdminShellProps, 'reports' | 'currentPath'>) {
  if (reports.length === 0) return null
  return (
    <li>
      <details className="menu-drop">
        <summary>Relatórios</summary>
        <ul>
          {reports.map(({ href, label }) => (
            <MenuLink key={href} href={href} current={currentPath}>
              {label}
            </MenuLink>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** The back-office: the same tokens, closer together. */
export function AdminShell(props: AdminShellProps) {
  const { user, company, paths, menu, reports, currentPath, notice, children } = props
  return (
    <div className="page" data-density="dense">
      <SkipLink />
      <header className="masthead">
        <div className="container masthead-row masthead-one">
          <a className="brand" href={paths.admin}>
            <Logo />
            <span className="brand-note">Administração</span>
          </a>
          <nav aria-label="Administração" className="menu-frame">
            <ul className="menu">
              {menu.map(({ href, label }) => (
                <MenuLink key={href} href={href} current={currentPath}>
                  {label}
                </MenuLink>
              ))}
              <Reports reports={reports} currentPath={currentPath} />
            </ul>
          </nav>
          <Account user={user} paths={paths} />
        </div>
      </header>
      <main className="main container" id="conteudo" tabIndex={-1}>
        {notice}
        {children}
      </main>
      <Footer company={company} links={[{ href: paths.home, label: 'Ver a loja' }]} />
    </div>
  )
}
