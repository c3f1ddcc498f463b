/** Passwords that are common in Brazil, without accents and without final digits. */
export const commonBrazilianPasswords: readonly string[] = `
  senha senhas minhasenha suasenha novasenha senhanova senhasenha senhaforte senhasegura semsenha trocarsenha
  mudarsenha senhapadrao senhaprovisoria senhadoemail asenha umasenha mudar trocar alterar provisoria temporaria
  padrao teste testando testeteste administrador admin adm usuario cliente demonstracao demo exemplo suporte
  acesso entrar login cadastro bemvindo bemvinda sistema servidor computador internet gvt vivo claro telefonica
  netvirtua oi tim embratel brasil brasileiro brasileira brasilia amobrasil brazil flamengo mengao corinthians
  timao palmeiras verdao saopaulo tricolor santos santosfc gremio internacional colorado vasco vascodagama
  cruzeiro atletico galo botafogo fluminense bahia vitoria sport nautico santacruz ceara fortaleza goias coritiba
  athletico avai figueirense chapecoense pontepreta guarani futebol gol campeao hexa pele neymar ronaldo
  ronaldinho jesus jesuscristo deus deusefiel deuseamor deusecomigo jesusteama jesusmeama jesuseosenhor
  senhorjesus soudejesus gracas gracasadeus nossasenhora aparecida saojorge fe oracao gloria aleluia igreja biblia
  salmo salmos amor amorzinho meuamor teamo euteamo amote tiamo amorda minhavida vida saudade saudades felicidade
  feliz felizes alegria esperanca liberdade vitorioso sucesso prosperidade dinheiro milionario familia
  minhafamilia minhamae minhafilha meufilho meusfilhos filhos filha filho mamae papai vovo princesa principe
  gatinha gatinho gostosa gostoso lindo linda bebe querida querido amigo amiga amigos estrela estrelinha sol lua
  anjo anjinho borboleta coracao florzinha flor rosas chocolate cachorro gato cavalo passarinho tubarao leao tigre
  dragao golfinho pantera aguia falcao maria joao jose ana antonio francisco carlos paulo pedro lucas luiz luis
  marcos gabriel rafael daniel marcelo bruno eduardo felipe rodrigo manoel manuel mateus matheus andre fernando
  fabio leonardo gustavo guilherme leandro tiago thiago anderson ricardo marcio jorge sebastiao alexandre roberto
  edson diego vitor sergio claudio geraldo adriano luciano julio renato alex vinicius rogerio samuel mario flavio
  douglas igor davi jeferson cicero victor miguel arthur heitor adriana juliana marcia fernanda patricia aline
  sandra camila amanda bruna jessica leticia julia luciana vanessa mariana gabriela vera larissa claudia beatriz
  rita luana sonia renata eliane josefa simone natalia cristiane carla debora rosangela jaqueline rosa daniela
  marlene terezinha raimunda andreia fabiana lucia raquel angela rafaela alice janeiro fevereiro marco abril maio
  junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo verao
  inverno primavera outono natal carnaval pascoa recife salvador manaus belem curitiba portoalegre florianopolis
  belohorizonte riodejaneiro campinas goiania maceio aracaju teresina cuiaba campogrande londrina maringa
  uberlandia ribeirao bauru sorocaba joinville blumenau botucatu minasgerais parana santacatarina paraiba sergipe
  alagoas amazonas pernambuco paulista carioca mineiro gaucho baiano empresa escritorio oficina hangar financeiro
  comercial compras vendas estoque contabilidade fiscal gerente gerencia diretor diretoria secretaria trabalho
  servico manutencao mecanico mecanica piloto aviao aviacao aeronave aeroporto aeroclube helicoptero agricola
  embraer cessna ipanema bandeirante xavante tucano voar voo pista escola professor professora faculdade estudante
  musica violao guitarra pagode sertanejo forro samba gospel cerveja churrasco mestre segredo secreta secreto
  misterio sagitario escorpiao capricornio aquario peixes touro gemeos cancer virgem abcde abcdef abcdefg abcdefgh
  asdfg asdfgh asdfghjk qwert qwerty qwertyui zxcvb zxcvbn zxcvbnm poiuy lkjhg mnbvc qazwsx 102030 10203040
  1020304050 112233 11223344 1122334455 010203 01020304 123123 123321 321321 654321 87654321 987654321 147258
  147258369 159753 789456 789456123 142536 741852 963852 123mudar 123senha 123teste 123brasil 1q2w3e 1q2w3e4r
  1q2w3e4r5t
`
  .trim()
  .split(/\s+/)
