import type { ChargeRules } from '#app/domain/settings/charges.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

export const chargeRuleLabels: SettingLabels<ChargeRules> = {
  finePercent: {
    label: 'Multa depois do vencimento',
    hint: 'Uma vez, {range}. Vazio: sem multa.',
    limit: ': Código de Defesa do Consumidor, art. 52, § 1º',
  },
  interestPercent: {
    label: 'Juros depois do vencimento',
    unit: 'ao mês',
    hint: 'Por dia corrido, com o mês de 30 dias, {range} ao mês. Vazio: sem juros. No convênio próprio o banco os leva em centavos inteiros por dia: com 1,00%, um boleto abaixo de R$ 30,00 sai sem juros, a não ser que o formato da remessa, no convênio, seja CNAB 240 e o banco leve nele a taxa ao mês.',
    limit: ' ao mês: Código Tributário Nacional, art. 161, § 1º, e Decreto 22.626/1933, art. 5º',
  },
  acceptanceDays: {
    label: 'Prazo para pagar depois do vencimento',
    unit: 'dias',
    hint: 'Dias corridos, {range}. Se o último cair em dia sem banco, vale até o dia útil seguinte. Vazio: três dias úteis depois do vencimento, se o banco leva o prazo na remessa; senão, o do convênio.',
  },
  protestDays: {
    label: 'Protesto',
    unit: 'dias',
    hint: 'Dias corridos depois do vencimento, {range}. Vazio: o banco não protesta.',
  },
  discountPercent: { label: 'Desconto, em porcentagem', hint: '{range}.' },
  discountValue: {
    label: 'Desconto, em reais',
    hint: `Ou em reais. Quando com o desconto sobraria menos que o mínimo ${gatewayLabels.of}, o boleto dela sai sem desconto.`,
  },
  discountDays: {
    label: 'Último dia do desconto',
    unit: 'dias',
    hint: 'Dias antes do vencimento, {range}. Vazio: até o vencimento. Se cair em dia sem banco, vale até o dia útil anterior.',
  },
}
