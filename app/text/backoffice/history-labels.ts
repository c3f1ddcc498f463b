import {
  formatChange,
  formatFact,
  type NotedChange,
  type NotedFact,
} from '#app/text/backoffice/history-fields.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

/** Unlisted actions are shown by their name. */
const actionLabels: Readonly<Record<string, string>> = {
  created: 'Criado',
  changed: 'Alterado',
  'taxes-changed': 'Códigos fiscais alterados',
  'tax-change-undone': 'Alteração de códigos fiscais desfeita',
  removed: 'Removido',
  imported: 'Importado',
  revoked: 'Encerrada',
  placed: 'Pedido feito',
  'placed-for-review': 'Pedido feito, imagem em análise',
  courtesy: 'Pedido feito como cortesia',
  'boleto-issued': 'Boleto emitido',
  'boleto-refused': 'Boleto não emitido',
  'boleto-sent': 'Boleto enviado ao banco',
  'boleto-write-off-sent': 'Baixa do boleto enviada ao banco',
  'boleto-registered': 'Boleto registrado no banco',
  'boleto-rejected': 'Registro do boleto recusado pelo banco',
  'boleto-file-refused': 'Remessa do boleto recusada pelo banco',
  'boleto-write-off-again': 'Baixa do boleto a enviar de novo',
  'boleto-made-again': 'Boleto a registrar de novo',
  'boleto-paid': 'Boleto pago',
  'boleto-written-off': 'Boleto baixado',
  'boleto-withdrawn': 'Boleto cancelado',
  'boleto-wanted': 'Novo boleto pedido',
  'payment-received': 'Recebimento',
  'pix-refund-asked': 'Devolução por Pix pedida',
  'pix-refund-failed': 'Devolução por Pix não feita pelo banco',
  'payment-resolved': 'Recebimento resolvido',
  refunded: 'Valor devolvido ao cliente',
  'gateway-reported': `Aviso ${gatewayLabels.of}`,
  'gateway-report-closed': `Aviso ${gatewayLabels.of} encerrado`,
  paid: 'Pagamento confirmado',
  reopened: 'De volta a Pagamento pendente',
  cancelled: 'Cancelado',
  'given-up': 'Cancelado pelo cliente',
  approved: 'Aprovado',
  rejected: 'Reprovado',
  'put-under-review': 'Posto em análise',
  'photo-wanted': 'Nova foto pedida ao cliente',
  'photo-sent': 'Nova foto enviada pelo cliente',
  'line-added': 'Publicação incluída',
  'invoice-recorded': 'Nota fiscal registrada',
  'invoice-cancelled': 'Nota fiscal cancelada',
  'file-added': 'Arquivo incluído',
  'file-removed': 'Arquivo removido',
  'withdrawal-requested': 'Desistência pedida',
  'withdrawal-handled': 'Desistência aceita',
  'withdrawal-refused': 'Desistência recusada',
  expired: 'Venceu',
  restored: 'De volta ao que era antes de vencer',
  renewed: 'Renovada',
  'renewal-taken-back': 'Renovação desfeita',
  suspended: 'Suspensa',
  'suspension-lifted': 'Suspensão desfeita',
  sent: 'Enviado',
  resent: 'Enviado outra vez',
  'resend-asked': 'Reenvio pedido',
  delivered: 'Entregue',
  returned: 'Devolvido',
  undone: 'Desfeita',
  'contents-swapped': 'Conteúdo trocado pela revisão em vigor',
  'left-as-packed': 'Saiu com a revisão embalada, não a em vigor',
  'dispatch-corrected': 'Código ou data de envio corrigidos',
  'shipment-sent': 'Expedição enviada',
  'shipment-resent': 'Expedição enviada outra vez',
  'shipment-delivered': 'Expedição entregue',
  'shipment-returned': 'Expedição devolvida',
  'shipment-undone': 'Expedição desfeita',
  'shipment-dispatch-corrected': 'Código ou data de envio da expedição corrigidos',
  'contact-changed': 'Telefone ou endereços alterados no pedido',
  'phone-changed': 'Telefone alterado pelo cliente',
  'addresses-changed': 'Endereços alterados pelo cliente',
  'email-change-requested': 'Troca de e-mail pedida pelo cliente',
  'email-changed': 'E-mail alterado pelo cliente',
  'mails-declined': 'Avisos recusados',
  'mails-wanted': 'Avisos aceitos de novo',
  'email-refused': 'E-mail recusado pelo servidor',
  'email-confirmed': 'E-mail conferido pelo cliente',
  'password-changed': 'Senha alterada',
  'password-changed-by-link': 'Senha alterada pelo link',
  'reset-link-seen': 'Link de nova senha visto',
  'colleague-invited': 'Colega convidado',
  'colleague-invited-again': 'Convite de colega enviado de novo',
  'colleague-joined': 'Convite de colega aceito',
  'colleague-role-changed': 'Papel de colega alterado',
  'colleague-revoked': 'Acesso de colega encerrado',
  'colleague-left': 'Colega saiu da empresa',
  'colleague-removed': 'Acesso de colega encerrado com a conta',
  'invitation-declined': 'Convite de colega recusado',
  'invitation-withdrawn': 'Convite de colega retirado',
  'certificate-issued': 'Certificado emitido por colega',
  'price-quote-made': 'Orçamento feito por colega',
  'sessions-ended': 'Sessões encerradas',
  'second-factor-on': 'Confirmação em duas etapas ligada',
  'second-factor-off': 'Confirmação em duas etapas desligada',
  'second-factor-reset': 'Confirmação em duas etapas retirada por um administrador',
  'recovery-codes-renewed': 'Novos códigos de recuperação',
  'passkey-added': 'Chave de acesso criada',
  'passkey-removed': 'Chave de acesso removida',
  'passkey-copied': 'Chave de acesso recusada: talvez copiada',
  'recovery-code-used': 'Código de recuperação usado',
  'data-exported': 'Cópia dos dados baixada',
  'deletion-requested': 'Exclusão da conta pedida',
  'deletion-undone': 'Exclusão desfeita',
  'account-anonymised': 'Conta anonimizada',
  anonymised: 'Dados pessoais apagados',
  'new-revision': 'Nova revisão',
  'revision-due': 'Exemplar da nova revisão a enviar',
  'file-set': 'Arquivo enviado',
  'page-changed': 'Página na loja alterada',
  'cover-set': 'Capa enviada',
  'cover-removed': 'Capa removida',
  'sample-set': 'Amostra enviada',
  'sample-removed': 'Amostra removida',
  'revision-described': 'O que mudou na revisão: texto alterado',
  'file-fetched': 'Arquivo baixado pela equipe, sem carimbo',
  'price-changed': 'Preço reajustado com os demais',
  'price-change-undone': 'Reajuste de preços desfeito',
  'notice-asked': 'Notificação enviada aos assinantes',
  'made-superuser': 'Tornado administrador',
  retried: 'Tentado de novo',
  'sent-again': 'Enviado de novo após a recuperação',
  'found-done': 'Dado por feito após a recuperação',
  'boleto-numbers-raised': 'Números de boleto adiantados',
  'file-read': 'Retorno lido',
  'apply-asked': 'Retorno conferido e mandado aplicar',
  'file-applied': 'Retorno aplicado',
  'secret-renewed': 'Novo segredo criado',
  'test-sent': 'Teste enviado',
  'delivery-resent': 'Avisos enviados de novo',
  'sums-corrected': 'Totais dos relatórios corrigidos',
}

type Entry = {
  id: number
  entity: string
  entityId: number
  action: string
  actor: string | null
  at: Date
  changes: readonly NotedChange[]
  facts: readonly NotedFact[]
}

export const actionOptions = Object.entries(actionLabels)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR'))

export function actionName(action: string): string {
  return actionLabels[action] ?? action
}

/** Facts that link an entry to a change of all prices, or say why or about which mails. */
const namesWhy = new Set(['priceChange', 'percentage', 'reason', 'topic', 'code'])

export function historyLines(entries: readonly Entry[]) {
  return entries.map(({ id, action, actor, at, changes, facts, ...subject }) => ({
    id,
    text: actionName(action),
    actor,
    at: formatDateTime(at),
    changes: changes.map((change) => formatChange(subject, change)),
    facts: facts.filter(({ name }) => namesWhy.has(name)).map((fact) => formatFact(subject, fact)),
  }))
}
