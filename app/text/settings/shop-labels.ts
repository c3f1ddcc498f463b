import type { ShopRules } from '#app/domain/settings/shop.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'

export const shopLabels: SettingLabels<ShopRules> = {
  boletoDueDays: {
    label: 'Vencimento do boleto',
    unit: 'dias úteis',
    hint: '{range}. Vale para os próximos boletos.',
  },
  boletoInstructions: {
    label: 'Instruções no boleto',
    hint: '{range}, abaixo das de multa, juros e desconto, que saem das configurações deles.',
  },
  handlingDays: {
    label: 'Dias somados ao prazo da transportadora',
    unit: 'dias úteis',
    hint: '{range}. Pedidos já feitos ficam com o prazo que foi prometido.',
  },
  quoteDays: {
    label: 'Validade do orçamento',
    unit: 'dias',
    hint: '{range}. Os preços de um orçamento valem até o último dia; os já feitos não mudam.',
  },
  offersFreightToBeAgreed: {
    label: 'Oferecer frete “À Combinar”',
    hint: 'Para tudo que é impresso; a equipe combina o frete.',
  },
  ieMaxLength: { label: 'Tamanho máximo da inscrição estadual', unit: 'números', hint: '{range}.' },
  revealsUnknownEmail: {
    label: 'Dizer quando o e-mail não tem conta',
    hint: 'Na recuperação de senha.',
  },
  onlySuperusersChangePrices: {
    label: 'Reajuste de preços: só administradores',
    hint: 'Sem isso, toda a equipe reajusta todos os preços de uma vez.',
  },
  secondFactorFrom: {
    label: 'Confirmação em duas etapas para a equipe, a partir de',
    hint: 'Até o dia, um aviso; desde então, sem ela ninguém da equipe entra na administração. Vazio: cada um decide.',
  },
}
