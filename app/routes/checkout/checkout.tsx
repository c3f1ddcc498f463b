import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { getUnavailableReason } from '#app/domain/checkout/cart.ts'
import { needsShipping } from '#app/domain/checkout/shipping.ts'
import { hasTooManyBlocks, listUnitBlocks } from '#app/domain/platform/units.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { getSavedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { calculateFreight } from '#app/http/checkout/freight.server.ts'
import { makeCepNotes } from '#app/http/checkout/postal-code.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { getAccount, logIn } from '#app/http/session.server.ts'
import { findCart } from '#app/models/checkout/cart.server.ts'
import { createDraft, readDraft } from '#app/models/checkout/checkout-draft.server.ts'
import type { PlacedOrder } from '#app/models/orders/order-placement.server.ts'
import { cachedShopRules } from '#app/models/settings/cached-settings.server.ts'
import { findMissedMinimum } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { listOfferedAircraft } from '#app/routes/checkout/checkout-aircraft.server.ts'
import {
  getOrderedPath,
  redirectEmptyCart,
  redirectRepeatedForm,
  replyWithPhotoFaults,
} from '#app/routes/checkout/checkout-answers.server.ts'
import { handleCheckoutIntent } from '#app/routes/checkout/checkout-intents.server.ts'
import { ItemsSection } from '#app/routes/checkout/checkout-items.tsx'
import { isAnonymousUpload, removeForeignPhotos } from '#app/routes/checkout/checkout-photos.server.ts'
import { BuyerSection, FreightSection, type SectionProps } from '#app/routes/checkout/checkout-sections.tsx'
import { PaymentHint, SummarySection, TermsSection } from '#app/routes/checkout/checkout-summary.tsx'
import { type CheckoutPost, parseCheckout } from '#app/routes/checkout/parse-checkout.server.ts'
import {
  type CheckoutRefusal,
  listActiveSubscriptions,
  placeCheckout,
} from '#app/routes/checkout/place-checkout.server.ts'
import { makeCheckoutLabels } from '#app/text/checkout/checkout-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { Button } from '#app/ui/button.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Finalizar pedido', hasDialogs: true }

export async function loader(args: LoaderFunctionArgs) {
  const [viewer, rules] = await Promise.all([getAccount(args, 'purchase'), cachedShopRules()])
  const owner = await findCartOwner(args)
  const cart = owner && (await findCart(owner))
  if (!cart || cart.items.length === 0) throw await redirectEmptyCart(viewer)
  if (cart.items.some(getUnavailableReason) || hasTooManyBlocks(cart.items)) throw seeOther(paths.cart())
  const { draft = await createDraft(cart.id), profile } = await readDraft(cart.id, viewer?.profileId)
  const savedTexts = await removeForeignPhotos(cart, getSavedFields(draft.fields, profile))
  const { searchParams } = new URL(args.request.url)
  return {
    token: draft.token,
    items: cart.items,
    needsShipping: needsShipping(cart.items),
    activeSubscriptions: viewer ? await listActiveSubscriptions(cart, viewer) : [],
    fleet: await listOfferedAircraft(cart, viewer),
    profile: profile && { ...profile, isColleague: viewer?.role !== 'owner' },
    saved: { ...savedTexts, ...getTickedTerms(searchParams, draft.token) },
    ...(await calculateFreight(savedTexts, cart.items, rules)),
    minimum: await findMissedMinimum(calculateTotals(cart.items, 0).total),
    payment: { boletoDueDays: rules.boletoDueDays, offersPix: rules.offersPix },
    removing: parseId(searchParams.get('remove')),
    cepNotes: makeCepNotes(searchParams.get('cep')),
    isBillingLookedUp: searchParams.get('cep')?.startsWith('billing-') ?? false,
  }
}

/** Returns the form text of ticked terms if the address says that they were ticked in this draft's form. */
function getTickedTerms(query: URLSearchParams, token: string): Record<string, string> {
  return query.get('terms') === formatTermsTick(token) ? { terms: termsVersion } : {}
}

function formatTermsTick(token: string): string {
  return `${termsVersion}.${token}`
}

export async function action(args: ActionFunctionArgs) {
  if (await isAnonymousUpload(args.request)) return seeOther(paths.cart())
  const viewer = await getAccount(args, 'purchase')
  const post = await parseCheckout(args, viewer)
  if (post instanceof Response) return post
  if (Object.keys(post.photoFaults).length > 0)
    return showRefusal(post, { reply: replyWithPhotoFaults(post.form, post.photoFaults), status: 400 })
  const cep = readCepIntent(post.form)
  const intent = cep ? `cep.${cep}` : String(post.form.get('intent'))
  const intentRedirect = await handleCheckoutIntent(intent, post)
  if (intentRedirect) return addTermsTick(intentRedirect, post.form)
  return answerCheckout(args, post, await placeCheckout(args, post))
}

const checkoutPathPattern = /^\/checkout(\?|$)/

/** If the terms were ticked, notes that in the redirect's address, because no draft may store consent. */
function addTermsTick(response: Response, form: FormData): Response {
  const [address = '', anchor] = (response.headers.get('Location') ?? '').split('#')
  const areTermsTicked = form.get('terms') === termsVersion
  if (!areTermsTicked || !checkoutPathPattern.test(address)) return response
  const tick = encodeURIComponent(formatTermsTick(String(form.get('checkout_token'))))
  const separator = address.includes('?') ? '&' : '?'
  const fragment = anchor === undefined ? '' : `#${anchor}`
  response.headers.set('Location', `${address}${separator}terms=${tick}${fragment}`)
  return response
}

async function answerCheckout(
  args: ActionFunctionArgs,
  post: CheckoutPost,
  outcome: PlacedOrder | CheckoutRefusal,
) {
  if ('orderId' in outcome && !outcome.isRepeated) {
    const headers = post.viewer ? new Headers() : await logIn(args, outcome.userId, 'new-account')
    return seeOther(getOrderedPath(outcome), headers)
  }
  // The same form may have been sent before: then the order, account and photos exist already.
  const repeatRedirect = await redirectRepeatedForm(args, post.form, post.viewer)
  if (repeatRedirect) return repeatRedirect
  return 'orderId' in outcome ? seeOther(paths.orders()) : showRefusal(post, outcome)
}

async function showRefusal(post: CheckoutPost, { reply, status }: CheckoutRefusal) {
  await post.save()
  return data(reply, { status })
}

const links = {
  manage: paths.manage(),
  recover: paths.recover({ redirectTo: paths.checkout() }),
  terms: paths.terms(),
  privacy: paths.privacy(),
  currentPath: paths.checkout('publicacoes'),
  photo: paths.photoPreview,
  renew: paths.renew,
}

export default function Checkout() {
  const { token, saved, payment, ...pageData } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), saved)
  const sectionProps: SectionProps = { ...pageData, profile: pageData.profile, field, links }
  const blocks = listUnitBlocks(pageData.items)
  const isFree = !pageData.needsShipping && calculateTotals(pageData.items, 0).total === 0
  return (
    <>
      <PageHeading title="Finalizar pedido" back={{ href: paths.cart(), label: 'Carrinho' }} />
      {field.hasErrors ? (
        <ErrorSummary
          messages={field.formErrors}
          errors={field.errors}
          labels={makeCheckoutLabels(pageData.items, blocks)}
        />
      ) : null}
      {/* Enter presses the form's first button, which must be the confirmation. */}
      <EnterButton form="finalizar">Confirmar</EnterButton>
      {pageData.profile ? <SummaryLink /> : <LoginOffer />}
      {/* The action is explicit: "#frete" in the address would carry over to the next page and stop its refresh. */}
      <form
        method="post"
        action={paths.checkout()}
        encType={blocks.some((block) => block.needsPhoto) ? 'multipart/form-data' : undefined}
        noValidate
        className="columns numbered"
        id="finalizar"
        data-once=""
        data-draft=""
      >
        <input type="hidden" name="checkout_token" value={token} />
        <div className="columns-main">
          <ItemsSection {...sectionProps} />
          <BuyerSection {...sectionProps} />
          {pageData.needsShipping ? <FreightSection {...sectionProps} /> : null}
        </div>
        <aside className="columns-aside totals stack">
          <SummarySection {...sectionProps} />
          <TermsSection {...sectionProps} />
          <Button variant="main" wide name="intent" value="confirm">
            {isFree ? 'Confirmar pedido' : 'Confirmar pedido e gerar boleto'}
          </Button>
          <PaymentHint
            {...payment}
            isFree={isFree}
            photoCount={blocks.filter((block) => block.needsPhoto).length}
          />
        </aside>
      </form>
    </>
  )
}

/** Offers the login. Scripts show the offer once as a dialog, with the attribute as label of a button (F39). */
function LoginOffer() {
  return (
    <div data-ask-first="Continuar sem entrar">
      <Notice tone="info" title="Já tem conta?">
        <p>
          Entre para usar seus dados, ou continue: sua conta é criada com este pedido. O que você já digitou
          fica guardado.
        </p>
        <p className="actions">
          <Button form="finalizar" name="intent" value="login">
            Entrar
          </Button>
        </p>
      </Notice>
    </div>
  )
}

/** Links to the summary, which is far below on a phone and often all that a customer needs. */
function SummaryLink() {
  return (
    <p className="to-summary">
      <a href="#resumo">Ir ao resumo e confirmar</a>
    </p>
  )
}
