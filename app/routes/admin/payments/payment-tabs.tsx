import { useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'

const tabs = [
  { href: paths.admin.payments(), label: 'Recebimentos' },
  { href: paths.admin.boletos(), label: 'Boletos' },
  { href: paths.admin.remittances(), label: 'Remessas' },
  { href: paths.admin.bankFiles(), label: 'Retornos' },
]

/** Links the four pages about received money. */
export function PaymentTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Recebimentos" className="views no-print">
      {tabs.map(({ href, label }) => (
        <a key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
