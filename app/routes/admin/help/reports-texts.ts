import { defaultPeriodDays } from '#app/domain/platform/period.ts'
import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const reports: HelpText = {
  title: 'Relatórios',
  section: 'Relatórios e preços',
  purpose: 'O que foi pago, enviado, vendido e renovado, o que venceu e quem tem o quê.',
  screen: paths.admin.reports(),
  picture: 'A lista de relatórios.',
  tasks: [
    {
      title: 'Tirar um relatório',
      steps: [
        `Escolha o relatório e o período; sem período valem os últimos ${spellNumber(defaultPeriodDays)} dias.`,
        'Imprima a página ou exporte em CSV, Excel ou PDF: sai exatamente o que está filtrado.',
        'O que demora é preparado em segundo plano; a página avisa quando está pronto.',
      ],
    },
    {
      title: 'Fechar o dia ou o mês',
      steps: [
        'Abra “Fechamento” e escolha o dia, “O mês inteiro” ou as datas. Os totais vêm primeiro, depois cada dia, que abre com um clique.',
        'Cada conta tem seus lançamentos.',
        `Confira os totais com o extrato e exporte para a contabilidade. Com o “E-mail da contabilidade” preenchido em Configurações, ${settingTitles.company}, o mês vai sozinho no primeiro dia útil do seguinte.`,
      ],
    },
    {
      title: 'Quem tem uma publicação, e em que revisão',
      steps: [
        'Na publicação, abra “Quem tem” ao lado da revisão, ou “Clientes da publicação”: assinantes e quem fez compra avulsa, cada um com a revisão que tem.',
        'Escolha em “Quem” assinaturas, compras avulsas ou também as vencidas, e em “Revisão que tem” uma revisão, ou clique nela acima da lista. CSV e Excel seguem a escolha.',
        'A revisão é a última enviada que não voltou ou, em downloads, a última baixada.',
      ],
    },
    {
      title: 'Avisar quem tem uma revisão',
      steps: [
        'Na lista de quem tem, deixe marcados os que devem saber e clique em “Escrever aviso”.',
        'Escreva o assunto e o aviso; “Ver antes” mostra como o primeiro cliente recebe. Cada cliente recebe um e-mail, com a revisão e a aeronave dele.',
        'Quem foi avisado, e quando, está embaixo da lista e em Relatórios, “Avisos a quem tem a publicação”.',
      ],
    },
    {
      title: 'Etiquetas dos clientes de uma publicação',
      steps: [
        'Abra “Publicação × clientes” e filtre. Todos vêm marcados; desmarque quem não deve receber.',
        'Gere as etiquetas, simples ou completas, ou a lista em PDF.',
      ],
    },
    {
      title: 'Procurar por matrícula',
      steps: ['“Pedidos por prefixo” mostra os pedidos de uma aeronave; basta o começo da matrícula.'],
    },
  ],
  problems: [
    {
      when: '“O relatório leva tempo demais”.',
      act: 'Escolha um período menor.',
    },
    {
      when: 'O número não bate com o do banco.',
      act: '“Pedidos pagos” conta pelo dia do pagamento, não pelo do crédito em conta.',
    },
  ],
  seeAlso: ['precos', 'andamento'],
}

export const prices: HelpText = {
  title: 'Preços',
  section: 'Relatórios e preços',
  purpose: 'A lista de preços e o reajuste de todos de uma vez.',
  screen: paths.admin.priceChange(),
  picture: 'O reajuste: campo do percentual e botão Simular.',
  tasks: [
    {
      title: 'Reajustar todos os preços',
      steps: [
        'Relatórios, “Reajustar preços”. Escreva o percentual: 110 sobe 10%, 90 desce 10%.',
        '“Simular” mostra o efeito em um exemplo; a conferência mostra título por título, antes e depois.',
        'Escreva o motivo e confirme. Pedidos já feitos e orçamentos no prazo não mudam.',
      ],
    },
    {
      title: 'Mudar um preço só',
      steps: ['Abra a publicação, mude o preço e salve.'],
    },
  ],
  problems: [
    {
      when: 'O reajuste saiu errado.',
      act: 'Na lista dos reajustes feitos, “Desfazer” devolve todos os preços de antes. Se alguém mudou um deles depois, nada é desfeito e a página diz qual.',
    },
    {
      when: 'A página diz que só administradores reajustam.',
      act: `É uma regra da loja, em Configurações, ${settingTitles.shop}.`,
    },
  ],
  seeAlso: ['publicacoes', 'configuracoes'],
}
