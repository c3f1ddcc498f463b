import { Brand } from '#app/documents/mark.tsx'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

export function Letterhead({ seller }: { seller: CompanyContact }) {
  return (
    <header className="letterhead">
      <Brand name={seller.name} companyLook={seller.companyLook} />
      <div className="seller">
        <p>
          <strong>{seller.legalName}</strong> · CNPJ {seller.cnpj}
        </p>
        <p>{seller.address}</p>
        <p>
          {seller.phone} · {seller.email}
        </p>
      </div>
    </header>
  )
}
