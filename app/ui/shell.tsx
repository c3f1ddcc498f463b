import type { ReactNode } from 'react'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from './button.tsx'
import type { LogoPicture } from './frame/logo.tsx'
import { canSeeOrders, Masthead, type MastheadPaths, type ShellUser } from './frame/masthead.tsx'

export { getCurrentMark } from './frame/masthead.tsx'

export type ShellCompany = {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
}

export type ShellPaths = MastheadPaths & {
  privacy?: string
  terms?: string
}

export type ShellProps = {
  user?: ShellUser | null
  cartCount: number
  company?: ShellCompany // undefined until a company is set
  paths: ShellPaths
  currentPath: string
  logo?: LogoPicture | undefined // the company's own logo, if any
  isOwnPage?: boolean // true for pages about the person's own account
  notice?: ReactNode // flash message above the page
  children: ReactNode
}

export function SkipLink() {
  return (
    <a className="skip-link" href="#conteudo">
      Ir para o conteúdo
    </a>
  )
}

/** Shows the seller, as the law requires on each page. */
export function Footer({
  company,
  links,
  version,
}: {
  company: ShellCompany
  links: readonly { href: string; label: string }[]
  version?: string // for staff only
}) {
  return (
    <footer className="footer">
      <div className="container">
        <address>
          <strong>{company.name}</strong>
          <div>{company.legalName}</div>
          <div className="num">{`CNPJ ${company.cnpj}`}</div>
          <div>{company.address}</div>
          <a href={`tel:+55${company.phone.replace(/\D/g, '')}`}>{company.phone}</a>{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>
          {version ? <div className="num">{`Aeropub ${version}`}</div> : null}
        </address>
        <nav aria-label="Rodapé">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function listFooterLinks({ paths, user }: ShellProps) {
  return [
    { href: paths.publications, label: 'Publicações' },
    ...(canSeeOrders(user) ? [{ href: paths.orders, label: 'Meus pedidos' }] : []),
    { href: paths.manage, label: 'Minhas publicações' },
    { href: paths.tracking, label: 'Acompanhar pedido' },
    { href: paths.contact, label: 'Contato' },
    ...(paths.privacy ? [{ href: paths.privacy, label: 'Privacidade' }] : []),
    ...(paths.terms ? [{ href: paths.terms, label: 'Termos de compra' }] : []),
  ]
}

/** Shows the company for which the person acts, and a button back to the person's own account. */
function ActingBar({ user, paths, isOwnPage }: ShellProps) {
  if (!user?.actingFor || !paths.companies) return null
  const hasEnded = user.actingFor === 'ended'
  return (
    <PostForm action={paths.companies} className="acting no-print">
      <div className="container">
        <p>
          {user.actingFor === 'ended' ? (
            'Seu acesso à empresa foi encerrado. Você está na sua própria conta.'
          ) : (
            <>
              Você está usando a conta de <b>{user.actingFor.companyName}</b> (
              {user.actingFor.role.toLowerCase()})
              {isOwnPage ? (
                <>
                  , mas <b>esta página é da sua própria conta</b>, não da empresa
                </>
              ) : null}
              .
            </>
          )}
        </p>
        <Button name="act_for" value="own">
          {hasEnded ? 'Entendi' : 'Voltar à minha conta'}
        </Button>
      </div>
    </PostForm>
  )
}

export function Shell(props: ShellProps) {
  return (
    <div className="page">
      <SkipLink />
      <Masthead {...props} />
      <ActingBar {...props} />
      <main className="main container" id="conteudo" tabIndex={-1}>
        <div id="avisos" data-region="">
          {props.notice}
        </div>
        <p className="visually-hidden" id="anuncio" role="status" />
        {props.children}
      </main>
      {props.company ? <Footer company={props.company} links={listFooterLinks(props)} /> : null}
    </div>
  )
}
