import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { CartToggle } from '#app/routes/shop/catalogue/cart-toggle.tsx'
import { photoGuideLabels } from '#app/text/catalogue/photo-guide-labels.ts'
import {
  formatDelivery,
  formatRequestedData,
  listKindLabels,
  mechanicPurchaseNotice,
} from '#app/text/checkout/cart-labels.ts'
import { Money } from '#app/ui/money.tsx'
import { photoGuideId } from '#app/ui/photo-guide.tsx'

type PublicationOnSale = RequiredPhoto & {
  id: number
  name: string
  price: number
  price_signature: number | null
  weight: number
  is_signature: boolean
  is_download: boolean
  has_airplane_info: boolean
  has_photo_upload: boolean
}

type BuyBoxProps = {
  publication: PublicationOnSale
  /** null if the person may not buy (D92) */
  isInCart: boolean | null
  returnTo: string
  cartHref: string
}

/** Shows price, renewal price, facts about the publication, and the button for the cart (D4, F34). */
export function BuyBox({ publication, isInCart, returnTo, cartHref }: BuyBoxProps) {
  const { price, price_signature: renewal, weight, is_signature: isSignature } = publication
  const { has_airplane_info: hasAirplaneInfo, has_photo_upload: hasPhotoUpload } = publication
  const { photoSubject, photoNote } = publication
  const requestedData = formatRequestedData({ hasAirplaneInfo, hasPhotoUpload, photoSubject, photoNote })
  const kindLabels = listKindLabels({ isSignature, isDownload: publication.is_download })
  return (
    <div className="buy" id="compra" data-region="">
      <p className="price">
        <Money centavos={price} />
      </p>
      <ul className="plain buy-facts">
        <li>{kindLabels.join(' · ')}</li>
        {isSignature ? <li>Inclui um ano de revisões</li> : null}
        {renewal ? (
          <li>
            Renovação por mais um ano: <Money centavos={renewal} />
          </li>
        ) : null}
        {formatDelivery({ weight, isDownload: publication.is_download }).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {requestedData.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {hasPhotoUpload ? (
          <li>
            <a href={`#${photoGuideId}`}>{photoGuideLabels.title}</a>
          </li>
        ) : null}
      </ul>
      {isInCart === null ? (
        <p className="hint">{mechanicPurchaseNotice}</p>
      ) : (
        <CartToggle
          publication={publication}
          isInCart={isInCart}
          returnTo={returnTo}
          cartHref={cartHref}
          isMain
        />
      )}
    </div>
  )
}
