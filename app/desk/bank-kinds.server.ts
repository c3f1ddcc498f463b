import { formatPlural, linkToOldest, type WorkKind } from '#app/desk/kind.ts'
import {
  selectMissingBoletos,
  selectRefusedBoletos,
  selectRefusedRemittances,
  selectRefusedWriteOffs,
  selectUnpayableBoletos,
  selectUnsentBoletos,
} from '#app/models/backoffice/waiting-work/bank-work.server.ts'
import { selectUnknownCodeFiles } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import { getOutcomeCode } from '#app/text/payments/bank-file-labels.ts'

export const unpayableKind: WorkKind = {
  name: 'unpayable-boletos',
  records: selectUnpayableBoletos,
  show: (waitingRecords) => ({
    text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com boleto que, diz o banco, ninguém consegue pagar`,
    act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
  }),
  order: 'first',
  health: 'bank',
  by: 'staff',
  mailAfterHours: 24,
  deadlines: [],
}

export const bankKinds: readonly WorkKind[] = [
  {
    name: 'refused-remittances',
    records: selectRefusedRemittances,
    show: (waitingRecords) => ({
      text: formatPlural(
        waitingRecords.count,
        'remessa que o banco não aceitou',
        'remessas que o banco não aceitou',
      ),
      act: linkToOldest(waitingRecords, paths.admin.remittanceRefusal, 'a remessa'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [],
  },
  {
    name: 'unknown-codes',
    records: selectUnknownCodeFiles,
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'retorno', 'retornos')} com valor em código que a loja não conhece: pergunte ao banco o que é`,
      act: linkToOldest(
        waitingRecords,
        (id) => paths.admin.bankFile(id, { outcome: getOutcomeCode('unknown') }),
        'o retorno',
      ),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [],
  },
  {
    name: 'refused-boletos',
    records: selectRefusedBoletos,
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com boleto que o banco recusou`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [
      'Já estamos vendo o que houve e vamos avisar por e-mail',
      'Avisaremos por e-mail quando ele puder ser pago',
      'O boleto ainda não pode ser pago. Avisaremos por e-mail quando puder',
    ],
  },
  {
    name: 'missing-boletos',
    records: selectMissingBoletos,
    show: ({ count }) => ({
      text: `${formatPlural(count, 'pedido', 'pedidos')} sem boleto: a emissão falhou`,
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 4,
    deadlines: [
      'Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail',
      'vamos enviar o boleto por e-mail',
      'vamos avisar por e-mail assim que o boleto ficar pronto',
    ],
  },
  {
    name: 'refused-write-offs',
    records: selectRefusedWriteOffs,
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com baixa de boleto que o banco recusou`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: [],
  },
  {
    name: 'unsent-boletos',
    records: selectUnsentBoletos,
    show: ({ count }) => ({
      text: formatPlural(count, 'boleto aguarda remessa ao banco', 'boletos aguardam remessa ao banco'),
      act: { href: paths.admin.remittances(), label: 'Gerar a remessa' },
    }),
    order: 'queue',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [],
  },
]
