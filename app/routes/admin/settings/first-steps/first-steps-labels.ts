import type { FirstStep, StepState } from '#app/domain/backoffice/first-steps.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import { paths } from '#app/paths.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import type { Tone } from '#app/ui/notice.tsx'

export const stateLabels: Readonly<Record<StepState, { label: string; tone: Tone }>> = {
  done: { label: 'Feito', tone: 'good' },
  waiting: { label: 'Em andamento', tone: 'info' },
  failed: { label: 'Com problema', tone: 'bad' },
  open: { label: 'Falta', tone: 'warn' },
}

type StepText = { title: string; reason: string; link: { label: string; href: string } }

/** Returns a step's text. The boleto step links to the bank agreement or, with a gateway, to the issuer. */
export function getStepText(step: FirstStep, issuer: IssuerName): StepText {
  return step === 'boletos' && issuer !== 'own-bank' ? gatewayStep : stepTexts[step]
}

const gatewayStep: StepText = {
  title: 'Acesso ao gateway de pagamento',
  reason:
    'O gateway foi escolhido como emissor, mas a instalação não tem a chave dele: sem ela os pedidos ficam sem boleto.',
  link: { label: 'Ver o emissor dos boletos', href: paths.admin.setting('issuer') },
}

const stepTexts: Readonly<Record<FirstStep, StepText>> = {
  company: {
    title: 'Dados da empresa',
    reason: 'Razão social, CNPJ e endereço saem em boletos, recibos, e-mails e no rodapé; a lei os exige.',
    link: { label: 'Preencher a empresa', href: paths.admin.setting('company') },
  },
  boletos: {
    title: 'Convênio bancário ou gateway',
    reason: 'É por ele que o cliente paga: sem um dos dois os pedidos ficam sem boleto.',
    link: { label: 'Preencher o convênio', href: paths.admin.setting('bank') },
  },
  freight: {
    title: settingTitles.freight,
    reason:
      'Sem ela o que é impresso só se vende com frete a combinar. Quem só vende downloads não precisa dela.',
    link: { label: 'Preencher o frete', href: paths.admin.setting('freight') },
  },
  mail: {
    title: 'E-mail experimentado',
    reason:
      'Confirmações, boletos e links de senha vão por e-mail; só uma mensagem que chega prova que eles saem.',
    link: { label: 'Ver os e-mails', href: paths.admin.mails() },
  },
  publication: {
    title: 'Primeira publicação com preço',
    reason: 'A loja só tem o que vender quando uma publicação está ativa e tem preço.',
    link: { label: 'Incluir publicação', href: paths.admin.publication(0) },
  },
  administrator: {
    title: 'Segundo administrador',
    reason:
      'Se o único administrador perde o acesso, ninguém mais altera empresa, convênio e papéis. Conta depois do primeiro acesso do segundo.',
    link: { label: 'Incluir administrador', href: paths.admin.newUser() },
  },
}
