import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Button } from '#app/components/button.tsx'
import {
  BuyerSection,
  FreightSection,
  ItemsSection,
  type SectionProps,
  SummarySection,
} from '#app/components/checkout-sections.tsx'
import { ErrorSummary } from '#app/components/error-summary.tsx'
import { Notice } from '#app/components/notice.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { hindranceOf } from '#app/domain/cart.ts'
import { needsShipping } from '#app/domain/shipping.ts'
import { checkoutSchema } from '#app/forms/checkout.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { findCart } from '#app/models/cart.server.ts'
import { findOrMakeDraft, saveDraft } from '#app/models/checkout-draft.server.ts'
import { OrderRefused, placeOrder } from '#app/models/order-placement.server.ts'
import { getShopRules } from '#app/models/setting.server.ts'
import { findCheckoutProfile } from '#app/models/user.server.ts'
import { checkoutLabels } from '#app/text/checkout-words.ts'
import { findCartOwner } from '#app/web/cart.server.ts'
import {
  answerRepeated,
  draftFrom,
  freightFor,
  orderRequest,
  refusalReply,
  savedFields,
  shapeOf,
} from '#app/web/checkout.server.ts'
import { seeOther } from '#app/web/flash.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { readForm } from '#app/web/responses.server.ts'
import { getViewer, logIn } from '#app/web/session.server.ts'

export const handle: PageHandle = { title: 'Finalizar pedido' }

export async function loader(args: LoaderFunctionArgs) {
  const [viewer, owner, rules] = await Promise.all([getViewer(args), findCartOwner(args), getShopRules()])
  const cart = owner && (await findCart(owner))
  if (!cart || cart.items.length === 0 || cart.items.some(hindranceOf)) throw seeOther(paths.cart())
  const [draft, profile] = await Promise.all([
    findOrMakeDraft(cart.id),
    viewer && findCheckoutProfile(viewer.profileId),
  ])
  const saved = savedFields(draft.fields, profile)
  const freight = await freightFor(saved, cart.items, rules)
  return {
    token: draft.token,
    items: cart.items,
    travels: needsShipping(cart.items),
    profile,
    saved,
    freight,
    slipDueDays: rules.slipDueDays,
  }
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request.clone())
  const viewer = await getViewer(args)
  const repeated = await answerRepeated(args.request, form, viewer)
  if (repeated) return repeated
  const [owner, rules] = await Promise.all([findCartOwner(args), getShopRules()])
  const cart = owner && (await findCart(owner))
  if (!cart) return (await answerRepeated(args.request, form, viewer)) ?? seeOther(paths.cart())
  await saveDraft(cart.id, draftFrom(form))
  if (form.get('intent') === 'quote') return seeOther(paths.checkout('frete'))
  const submission = parseWithZod(form, { schema: checkoutSchema(shapeOf(form, viewer, cart.items, rules)) })
  if (submission.status !== 'success') return refused(submission.reply({ hideFields: ['buyer.password'] }))
  try {
    const placed = await placeOrder(await orderRequest(submission.value, cart, viewer, rules))
    if (placed.repeated) return (await answerRepeated(args.request, form, viewer)) ?? seeOther(paths.orders())
    const headers = viewer ? new Headers() : await logIn(args.request, placed.userId)
    return seeOther(paths.payment(placed.orderId), headers)
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return refused(refusalReply(submission, error, cart))
  }
}

function refused<Result>(result: Result) {
  return data(result, { status: 400 })
}

export default function Checkout() {
  const { token, items, travels, profile, saved, freight, slipDueDays } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), saved)
  const sections: SectionProps = {
    items,
    travels,
    profile,
    freight,
    field,
    loginPath: paths.login({ redirectTo: paths.checkout() }),
  }
  return (
    <>
      <PageHeading title="Finalizar pedido" back={{ href: paths.cart(), label: 'Carrinho' }} />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={checkoutLabels} />
      ) : null}
      {profile ? null : <LoginFirst />}
      {/* The action is spelled out: a "#frete" in the address would stick to the next page and stop its refresh. */}
      <form
        method="post"
        action={paths.checkout()}
        noValidate
        className="columns numbered"
        id="finalizar"
        data-once=""
      >
        <input type="hidden" name="checkout_token" value={token} />
        <div className="columns-main">
          <ItemsSection {...sections} />
          <BuyerSection {...sections} />
          {travels ? <FreightSection {...sections} /> : null}
        </div>
        <aside className="columns-aside totals stack">
          <SummarySection {...sections} />
          <Button variant="main" wide name="intent" value="confirm">
            Confirmar pedido e gerar boleto
          </Button>
          <p className="hint">
            O boleto vence em {slipDueDays === 1 ? '1 dia útil' : `${slipDueDays} dias úteis`}. A confirmação
            do pagamento leva até 48 horas.
          </p>
        </aside>
      </form>
    </>
  )
}

function LoginFirst() {
  return (
    <Notice tone="info" title="Já tem conta?">
      <p>
        <a href={paths.login({ redirectTo: paths.checkout() })}>Entre</a> para usar seus dados, ou continue:
        sua conta é criada com este pedido.
      </p>
    </Notice>
  )
}
