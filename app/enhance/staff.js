/* Makes rows of the back-office lead to their records and gives the review queue keys. Every page works without it. */
;(function () {
  var table = document.querySelector('[data-rows-lead]')
  if (table) document.documentElement.classList.add('rows-lead')

  function findLink(event) {
    var target = event.target
    if (!target.closest || target.closest('a, button, input, select, textarea, label, summary')) return null
    var row = target.closest('[data-rows-lead] tbody tr')
    // Selecting text must not open the record.
    if (!row || String(window.getSelection())) return null
    return row.querySelector('th a[href]') || row.querySelector('td a[href]')
  }

  document.addEventListener('click', function (event) {
    var link = event.defaultPrevented ? null : findLink(event)
    if (!link) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(link.href, '_blank', 'noopener')
    else link.click()
  })

  document.addEventListener('auxclick', function (event) {
    var link = event.button === 1 ? findLink(event) : null
    if (link) window.open(link.href, '_blank', 'noopener')
  })

  document.addEventListener('keydown', function (event) {
    var menu = event.key === 'Escape' && document.querySelector('.staff-drop[open], .staff-acts[open]')
    if (!menu) return
    menu.open = false
    menu.querySelector('summary').focus()
  })

  document.addEventListener('input', function (event) {
    var note = event.target.form && event.target.form.querySelector('[data-unsaved]')
    if (note) note.hidden = false
  })

  /** Sums the quoted freight of the ticked orders. */
  var freights = document.querySelector('[data-freights]')
  function showFreight() {
    var cents = JSON.parse(freights.getAttribute('data-freights')).reduce(function (sum, order) {
      var box = document.querySelector('input[name="order"][value="' + order[0] + '"]')
      return sum + (box && box.checked ? order[1] : 0)
    }, 0)
    var reais = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
    freights.querySelector('strong').textContent = 'R$ ' + reais + ',' + String(cents + 100).slice(-2)
    freights.hidden = false
  }
  if (freights) {
    document.addEventListener('change', showFreight)
    window.addEventListener('pageshow', showFreight)
  }

  var STORAGE_KEY = 'review-keys-off'
  var keys = document.querySelector('[data-review-keys]')
  if (!keys) return
  var button = keys.querySelector('button')

  function areKeysOff() {
    try {
      return localStorage.getItem(STORAGE_KEY) === '1'
    } catch (_) {
      return false
    }
  }

  function showKeys() {
    keys.hidden = false
    keys.querySelector('[data-keys-list]').hidden = areKeysOff()
    button.textContent = areKeysOff() ? 'Ligar os atalhos' : 'Desligar os atalhos'
  }

  button.addEventListener('click', function () {
    try {
      if (areKeysOff()) localStorage.removeItem(STORAGE_KEY)
      else localStorage.setItem(STORAGE_KEY, '1')
    } catch (_) {
      // Without storage, the keys stay switched on.
    }
    showKeys()
  })
  showKeys()

  document.addEventListener('keydown', function (event) {
    var target = event.target
    var isTyping = target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey || areKeysOff()) return
    if (document.querySelector('dialog[open]') || getComputedStyle(keys).display === 'none') return
    var reviewTarget =
      /^[a-z]$/.test(event.key) && document.querySelector('[data-review-key="' + event.key + '"]')
    if (!reviewTarget) return
    event.preventDefault()
    reviewTarget.click()
  })
})()
