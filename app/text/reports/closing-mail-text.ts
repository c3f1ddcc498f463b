import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { formatMonthName } from '#app/text/reports/dashboard-labels.ts'

/** `month` is '2026-10'. */
export const closingMailTexts = {
  subject: (month: string) => `Fechamento de ${formatMonthName(`${month}-01`)}`,
  opening: (month: string) =>
    `Segue o fechamento de ${formatMonthName(`${month}-01`)}: o que foi vendido, recebido, reembolsado e estornado, dia a dia.`,
  files: `Os arquivos anexos: PDF para ler, Excel para calcular, CSV para outro programa. Um mês com mais de ${maxRowsOnPaper.toLocaleString('pt-BR')} lançamentos vem sem o PDF.`,
  later:
    'O que o banco informar depois entra no dia em que foi pago e pode mudar um dia deste mês. O fechamento de agora está sempre nos relatórios da loja.',
}
