import { formatPlural, type WorkKind } from '#app/desk/kind.ts'
import { selectOpenEvents } from '#app/models/payments/gateway/waiting-event.server.ts'
import { listMoneyOwed, selectOrdersOwedMoney } from '#app/models/payments/money-back.server.ts'
import { selectOpenPayments } from '#app/models/payments/payment-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

export const moneyKinds: readonly WorkKind[] = [
  {
    name: 'money-owed',
    records: selectOrdersOwedMoney,
    /** The law requires an immediate refund (CDC art. 49, D152). */
    async show({ id }, { today }) {
      const orders = await listMoneyOwed()
      const [oldestOrder] = orders
      const owedTotal = orders.reduce((sum, { owed }) => sum + owed, 0)
      const refunds = formatPlural(orders.length, 'reembolso a fazer', 'reembolsos a fazer')
      const isSingleOrder = orders.length === 1
      return {
        text: `${refunds}, ${formatReais(owedTotal)}; ${isSingleOrder ? 'devido' : 'o mais antigo devido'} desde ${formatDate(oldestOrder?.since ?? today)} (CDC, art. 49: de imediato)`,
        act: {
          href: paths.admin.refund(oldestOrder?.orderId ?? id),
          label: isSingleOrder ? 'Registrar reembolso' : 'Registrar o mais antigo',
        },
      }
    },
    order: 'first',
    section: 'payments',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: [
      'Ainda vamos reembolsar ',
      'Vamos reembolsar ',
      'Vamos avisar por e-mail quando o reembolso for feito',
      'Sem ela, vamos perguntar por e-mail',
    ],
  },
  {
    name: 'payments',
    records: selectOpenPayments,
    show: ({ count }) => ({
      text: formatPlural(count, 'recebimento a conferir', 'recebimentos a conferir'),
      act: { href: paths.admin.payments(), label: 'Conferir' },
    }),
    order: 'queue',
    section: 'payments',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: [
      'Estamos conferindo o pagamento e vamos avisar por e-mail',
      'Estamos conferindo um valor que recebemos',
    ],
  },
  {
    name: 'gateway-events',
    records: selectOpenEvents,
    show: ({ count }) => ({
      text: formatPlural(
        count,
        `aviso ${gatewayLabels.of} a conferir`,
        `avisos ${gatewayLabels.of} a conferir`,
      ),
      act: { href: paths.admin.payments(), label: 'Conferir' },
    }),
    order: 'queue',
    section: 'payments',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: [],
  },
]
