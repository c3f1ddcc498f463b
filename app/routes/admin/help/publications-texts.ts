import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'

export const publications: HelpText = {
  title: 'Publicações',
  section: 'Publicações',
  purpose: 'O catálogo: o que se vende, a quem serve, em que forma e por quanto.',
  screen: paths.admin.publications(),
  picture: 'A lista de publicações com versão, data e preços.',
  tasks: [
    {
      title: 'Incluir uma publicação',
      steps: [
        '“Nova publicação”: nome, aplicabilidade, versão e data da revisão em vigor.',
        'Escolha se é assinatura (com preço de renovação) e se é download. O que é impresso precisa de peso.',
        'Marque se pede dados da aeronave ou foto. Com foto, o pedido espera pela análise: escolha o que ela deve mostrar, ou escreva, e o cliente vê as regras com um desenho antes de comprar.',
        'Salve e, se for download, envie o arquivo da revisão.',
      ],
    },
    {
      title: 'Cuidar da página na loja',
      steps: [
        '“Página na loja”: tipo, modelos e séries a que serve, descrição, sumário, capa e amostra.',
        'Sem capa própria a loja desenha uma, com título e revisão.',
      ],
    },
    {
      title: 'Tirar de venda',
      steps: [
        'Desmarque “Ativa”: ela some da loja, e quem já tem continua com acesso.',
        '“Remover” é para o que foi incluído por engano.',
      ],
    },
  ],
  problems: [
    {
      when: 'A publicação não aparece na loja.',
      act: 'Confira se está ativa e se não foi removida.',
    },
    {
      when: '“Não sabemos se serve” na conferência do número de série.',
      act: 'Faltam modelos ou faixas na “Página na loja”. Onde a resposta poderia estar errada, a loja prefere não dizer.',
    },
  ],
  seeAlso: ['revisoes', 'precos'],
}

export const revisions: HelpText = {
  title: 'Revisão, arquivo e aviso',
  section: 'Publicações',
  purpose: 'Publica uma revisão nova: muda a versão, guarda o arquivo e avisa quem assina.',
  tasks: [
    {
      title: 'Publicar uma revisão',
      steps: [
        'Na publicação, escreva a nova versão, a data e o que mudou; marque “Notificar assinantes” e salve.',
        'A página do aviso mostra o e-mail e quantos o recebem. Se for download, envie antes o arquivo.',
        'Confirme “Enviar e-mail de notificação”. Os e-mails saem em segundo plano; a página mostra quantos já saíram.',
        'Quem assina impresso passa a aguardar envio da nova revisão.',
      ],
    },
    {
      title: 'Trocar um arquivo',
      steps: [
        '“Enviar arquivo” guarda o PDF da revisão em vigor. Cópias novas saem dele; as já baixadas não mudam.',
      ],
    },
  ],
  problems: [
    {
      when: '“Esta revisão ainda não tem arquivo”.',
      act: 'Quem comprou o download não o baixa até você enviar o arquivo.',
    },
    {
      when: 'O PDF não é aceito.',
      act: 'Arquivos com senha ou danificados não podem ser carimbados. Peça outro a quem o fez.',
    },
    {
      when: 'O aviso já foi enviado.',
      act: 'Cada revisão é avisada uma vez. Um engano se corrige com outra revisão.',
    },
  ],
  seeAlso: ['publicacoes', 'aguardando-envio', 'emails'],
}
