import { counted, type Kind, openOldest } from '#app/desk/kind.ts'
import {
  missingBoletos,
  refusedBoletos,
  refusedRemittances,
  refusedWriteOffs,
  unpayableBoletos,
  unsentBoletos,
} from '#app/models/backoffice/waiting-work/bank-work.server.ts'
import { unknownCodeFiles } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import { outcomeCode } from '#app/text/payments/bank-file-labels.ts'

export const unpayable: Kind = {
  name: 'unpayable-boletos',
  records: unpayableBoletos,
  show: (waitingRecords) => ({
    text: `${counted(waitingRecords.count, 'pedido', 'pedidos')} com boleto que, diz o banco, ninguém consegue pagar`,
    act: openOldest(waitingRecords, paths.admin.order, 'o pedido'),
  }),
  order: 'first',
  health: 'bank',
  by: 'staff',
  mailAfterHours: 24,
  promises: [],
}

export const bankKinds: readonly Kind[] = [
  {
    name: 'refused-remittances',
    records: refusedRemittances,
    show: (waitingRecords) => ({
      text: counted(
        waitingRecords.count,
        'remessa que o banco não aceitou',
        'remessas que o banco não aceitou',
      ),
      act: openOldest(waitingRecords, paths.admin.remittanceRefusal, 'a remessa'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    promises: [],
  },
  {
    name: 'unknown-codes',
    records: unknownCodeFiles,
    show: (waitingRecords) => ({
      text: `${counted(waitingRecords.count, 'retorno', 'retornos')} com valor em código que a loja não conhece: pergunte ao banco o que é`,
      act: openOldest(
        waitingRecords,
        (id) => paths.admin.bankFile(id, { outcome: outcomeCode('unknown') }),
        'o retorno',
      ),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    promises: [],
  },
  {
    name: 'refused-boletos',
    records: refusedBoletos,
    show: (waitingRecords) => ({
      text: `${counted(waitingRecords.count, 'pedido', 'pedidos')} com boleto que o banco recusou`,
      act: openOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 24,
    promises: [
      'Já estamos vendo o que houve e vamos avisar por e-mail',
      'Avisaremos por e-mail quando ele puder ser pago',
      'O boleto ainda não pode ser pago. Avisaremos por e-mail quando puder',
    ],
  },
  {
    name: 'missing-boletos',
    records: missingBoletos,
    show: ({ count }) => ({
      text: `${counted(count, 'pedido', 'pedidos')} sem boleto: a emissão falhou`,
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 4,
    promises: [
      'Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail',
      'vamos enviar o boleto por e-mail',
      'vamos avisar por e-mail assim que o boleto ficar pronto',
    ],
  },
  {
    name: 'refused-write-offs',
    records: refusedWriteOffs,
    show: (waitingRecords) => ({
      text: `${counted(waitingRecords.count, 'pedido', 'pedidos')} com baixa de boleto que o banco recusou`,
      act: openOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    health: 'bank',
    by: 'staff',
    mailAfterHours: 48,
    promises: [],
  },
  {
    name: 'unsent-boletos',
    records: unsentBoletos,
    show: ({ count }) => ({
      text: counted(count, 'boleto aguarda remessa ao banco', 'boletos aguardam remessa ao banco'),
      act: { href: paths.admin.remittances(), label: 'Gerar a remessa' },
    }),
    order: 'queue',
    by: 'staff',
    mailAfterHours: 24,
    promises: [],
  },
]
