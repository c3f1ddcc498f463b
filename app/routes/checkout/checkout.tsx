import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { totalsOf } from '#app/domain/catalogue/pricing.ts'
import { unavailableReason } from '#app/domain/checkout/cart.ts'
import { needsShipping } from '#app/domain/checkout/shipping.ts'
import { hasTooManyBlocks, unitBlocks } from '#app/domain/platform/units.ts'
import { checkoutSchema } from '#app/forms/checkout.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import {
  activeSubscriptionsIn,
  afterOrder,
  cepNotes,
  freightFor,
  honeypotReply,
  isStale,
  limitReply,
  needsOwnedWarning,
  orderRequest,
  ownedReply,
  redirectEmptyCart,
  redirectOtherName,
  redirectRepeated,
  refusalReply,
  shapeOf,
  staleReply,
} from '#app/http/checkout/checkout.server.ts'
import { offeredAircraft } from '#app/http/checkout/checkout-aircraft.server.ts'
import { savedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { limitCheckout } from '#app/http/checkout/checkout-limits.server.ts'
import {
  isStrangersUpload,
  missingPhoto,
  ownPhotos,
  readCheckoutForm,
} from '#app/http/checkout/checkout-photos.server.ts'
import { savedUnlessOrdered, takeTyped } from '#app/http/checkout/save-draft.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { getAccount, logIn } from '#app/http/session.server.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import { type Cart, findCart } from '#app/models/checkout/cart.server.ts'
import { findDraftByToken, makeDraft, readDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, placeOrder } from '#app/models/orders/order-placement.server.ts'
import { heldShopRules } from '#app/models/settings/held-settings.server.ts'
import { findMissedMinimum } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { handleIntent } from '#app/routes/checkout/checkout-intents.server.ts'
import { ItemsSection } from '#app/routes/checkout/checkout-items.tsx'
import { BuyerSection, FreightSection, type SectionProps } from '#app/routes/checkout/checkout-sections.tsx'
import { PaymentHint, SummarySection, TermsSection } from '#app/routes/checkout/checkout-summary.tsx'
import { checkoutLabels } from '#app/text/checkout/checkout-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Finalizar pedido', hasDialogs: true }

export async function loader(args: LoaderFunctionArgs) {
  const [viewer, rules] = await Promise.all([getAccount(args, 'purchase'), heldShopRules()])
  const owner = await findCartOwner(args)
  const cart = owner && (await findCart(owner))
  if (!cart || cart.items.length === 0) throw await redirectEmptyCart(viewer)
  if (cart.items.some(unavailableReason) || hasTooManyBlocks(cart.items)) throw seeOther(paths.cart())
  const { draft = await makeDraft(cart.id), profile } = await readDraft(cart.id, viewer?.profileId)
  const saved = await ownPhotos(cart, savedFields(draft.fields, profile))
  const { searchParams } = new URL(args.request.url)
  return {
    token: draft.token,
    items: cart.items,
    travels: needsShipping(cart.items),
    live: viewer ? await activeSubscriptionsIn(cart, viewer) : [],
    fleet: await offeredAircraft(cart, viewer),
    profile: profile && { ...profile, isColleague: viewer?.role !== 'owner' },
    saved,
    ...(await freightFor(saved, cart.items, rules)),
    minimum: await findMissedMinimum(totalsOf(cart.items, 0).total),
    payment: { boletoDueDays: rules.boletoDueDays, offersPix: rules.offersPix },
    removing: idFrom(searchParams.get('remove')),
    cepNotes: cepNotes(searchParams.get('cep')),
  }
}

export async function action(args: ActionFunctionArgs) {
  if (await isStrangersUpload(args.request)) return seeOther(paths.cart())
  const viewer = await getAccount(args, 'purchase')
  const sent = await readCheckoutForm(args)
  const repeated = () => redirectRepeated(args, sent.form, viewer)
  const known = await findDraftByToken(String(sent.form.get('checkout_token') ?? ''))
  const early = known ? await redirectOtherName(sent, viewer, known.userId) : await repeated()
  if (early) return early
  const owner = await findCartOwner(args)
  const cart = owner && (await findCart(owner))
  if (cart && hasTooManyBlocks(cart.items)) return seeOther(paths.cart())
  const draft = known?.cartId === cart?.id ? known?.draft : undefined
  const typed = cart && (await takeTyped(cart, sent, viewer, draft))
  if (!owner || !cart || !typed) return (await repeated()) ?? redirectEmptyCart(viewer)
  const photoFaults = { ...missingPhoto(sent), ...typed.photoFaults }
  if (Object.keys(photoFaults).length > 0) {
    await typed.save()
    return refused(photoReply(sent.form, photoFaults))
  }
  const step = await handleIntent(String(sent.form.get('intent')), { cart, owner, save: typed.save })
  if (step) return step
  return savedUnlessOrdered(confirm(args, { form: sent.form, cart, viewer }), typed.save)
}

type Sent = { form: FormData; cart: Cart; viewer: Account | undefined }

async function confirm(args: ActionFunctionArgs, { form, cart, viewer }: Sent) {
  const rules = await heldShopRules()
  const schema = checkoutSchema(shapeOf(form, viewer, cart.items, rules))
  const submission = parseWithZod(form, { schema })
  if (isStale(form, cart) || submission.status !== 'success') {
    // The cart may just have become the order of this very form.
    const again = await redirectRepeated(args, form, viewer)
    if (again) return again
    return refused(
      isStale(form, cart) ? staleReply(submission) : submission.reply({ hideFields: ['buyer.password'] }),
    )
  }
  const owned = viewer ? await needsOwnedWarning(form, cart, viewer) : false
  if (owned) return refused(ownedReply(submission))
  if (form.get('website')) return refused(honeypotReply(submission))
  try {
    const limit = await limitCheckout(args.context, submission.value, viewer)
    if (limit) return data(limitReply(submission, limit), { status: 429 })
    const placed = await placeOrder(await orderRequest(submission.value, cart, viewer, rules))
    if (placed.repeated) return (await redirectRepeated(args, form, viewer)) ?? seeOther(paths.orders())
    const headers = viewer ? new Headers() : await logIn(args, placed.userId, 'new-account')
    return seeOther(afterOrder(placed), headers)
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    // This very form, sent twice at once, may have made the account or taken the photo.
    const again = await redirectRepeated(args, form, viewer)
    return again ?? refused(refusalReply(submission, error, cart))
  }
}

/** Only what is wrong with the photos is said: the rest may not be filled in yet. */
function photoReply(form: FormData, photoFaults: Record<string, string[]>) {
  const reply = parseWithZod(form, { schema: z.object({}) }).reply({ hideFields: ['buyer.password'] })
  return { ...reply, initialValue: undefined, status: 'error' as const, error: photoFaults }
}

function refused<Result>(result: Result) {
  return data(result, { status: 400 })
}

const links = {
  manage: paths.manage(),
  recover: paths.recover({ redirectTo: paths.checkout() }),
  ...{ terms: paths.terms(), privacy: paths.privacy() },
  here: paths.checkout('publicacoes'),
  photo: paths.photo,
  renew: paths.renew,
}

export default function Checkout() {
  const { token, saved, payment, ...shown } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), saved)
  const sections: SectionProps = { ...shown, profile: shown.profile, field, links }
  const blocks = unitBlocks(shown.items)
  const isFree = !shown.travels && totalsOf(shown.items, 0).total === 0
  return (
    <>
      <PageHeading title="Finalizar pedido" back={{ href: paths.cart(), label: 'Carrinho' }} />
      {field.hasErrors ? (
        <ErrorSummary
          messages={field.formErrors}
          errors={field.errors}
          labels={checkoutLabels(shown.items, blocks)}
        />
      ) : null}
      {/* Enter in a field presses the form's first button in the page: the confirmation, not the login or one copy fewer. */}
      <button
        type="submit"
        form="finalizar"
        name="intent"
        value="confirm"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
      >
        Confirmar
      </button>
      {shown.profile ? <ToSummary /> : <LoginFirst />}
      {/* The action is spelled out: a "#frete" in the address would stick to the next page and stop its refresh. */}
      <form
        method="post"
        action={paths.checkout()}
        encType={blocks.some((block) => block.asksPhoto) ? 'multipart/form-data' : undefined}
        noValidate
        className="columns numbered"
        id="finalizar"
        data-once=""
        data-draft=""
      >
        <input type="hidden" name="checkout_token" value={token} />
        <div className="columns-main">
          <ItemsSection {...sections} />
          <BuyerSection {...sections} />
          {shown.travels ? <FreightSection {...sections} /> : null}
        </div>
        <aside className="columns-aside totals stack">
          <SummarySection {...sections} />
          <TermsSection {...sections} />
          <Button variant="main" wide name="intent" value="confirm">
            {isFree ? 'Confirmar pedido' : 'Confirmar pedido e gerar boleto'}
          </Button>
          <PaymentHint {...payment} isFree={isFree} asksPhoto={blocks.some((block) => block.asksPhoto)} />
        </aside>
      </form>
    </>
  )
}

/** Where scripts run it is asked once before the form, too; the attribute names the way on without a login (F39). */
function LoginFirst() {
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

/** On a phone the summary is far below, and whoever has bought before may only have to confirm. */
function ToSummary() {
  return (
    <p className="to-summary">
      <a href="#resumo">Ir ao resumo e confirmar</a>
    </p>
  )
}
