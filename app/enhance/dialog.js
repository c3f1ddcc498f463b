/* biome-ignore-all lint/complexity/useArrowFunction: written as the other scripts are, for the engines they run in. */
/**
 * Opens small form pages, and the login question at the start of the checkout, as dialogs (D97). A link with
 * data-dialog opens its page over the current one; without <dialog>, on a bad network or for any other response, the
 * browser follows the link.
 */
;(function () {
  if (!window.HTMLDialogElement || !HTMLDialogElement.prototype.showModal || !window.fetch) return

  var RESPONSE_TIMEOUT_MS = 10000
  var TEXTS = 'input[type=text], input[type=email], input[type=tel], input[type=password], textarea'
  var ID_ATTRIBUTES = ['id', 'for', 'form', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls']
  var root = document.documentElement
  var count = 0
  var currentOpening = null

  document.addEventListener(
    'click',
    function (event) {
      var link = event.target.closest && event.target.closest('a[href]')
      if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (!link.hasAttribute('data-dialog') || link.host !== location.host) {
        if (currentOpening) cancelOpening()
        return
      }
      event.preventDefault()
      if (!currentOpening || currentOpening.link !== link) open(link)
    },
    true,
  )

  // A response that was requested earlier must not replace the page while a form is being sent.
  document.addEventListener('submit', cancelOpening, true)
  window.addEventListener('pagehide', cancelOpening)

  function cancelOpening() {
    currentOpening = null
    root.removeAttribute('data-loading')
  }

  function open(link) {
    var keptDialog = document.getElementById(link.getAttribute('data-dialog'))
    if (keptDialog) return show(keptDialog)
    var opening = { link: link }
    currentOpening = opening
    root.setAttribute('data-loading', '')
    function follow() {
      if (currentOpening !== opening) return
      currentOpening = null
      location.href = link.href
    }
    setTimeout(follow, RESPONSE_TIMEOUT_MS)
    fetch(link.href, { credentials: 'same-origin' })
      .then(function (response) {
        return response.text().then(function (html) {
          if (currentOpening !== opening) return
          var dialog = response.ok && !response.redirected && readDialog(html, link)
          if (!dialog) return follow()
          copyEmail(link, dialog)
          show(dialog)
          cancelOpening()
        })
      })
      .then(null, follow)
  }

  function readDialog(html, link) {
    var main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
    var title = main && main.querySelector('h1')
    if (!title || !main.querySelector('form')) return null
    var dialog = createDialog(title)
    var head = dialog.firstChild
    head.appendChild(createCloseButton('Fechar', 'button-quiet'))
    var lead = main.querySelector('.heading .lead')
    if (lead) dialog.appendChild(lead)
    var notices = dialog.appendChild(document.createElement('div'))
    notices.setAttribute('data-notices', '')
    notices.setAttribute('role', 'status')
    var back = main.querySelector('.back')
    forEachElement(main, '#avisos, #anuncio, .heading', function (element) {
      element.parentNode.removeChild(element)
    })
    forEachElement(main, 'a[href]', function (element) {
      if (back && element.href === back.href) element.setAttribute('data-close', '')
    })
    // A form without an action posts to its own page, whose address differs from the current one here.
    forEachElement(main, 'form:not([action])', function (form) {
      form.setAttribute('action', link.getAttribute('href'))
    })
    prefixIds(main, dialog.id + '-')
    while (main.firstChild) dialog.appendChild(main.firstChild)
    link.setAttribute('data-dialog', dialog.id)
    dialog.addEventListener('close', function () {
      // A dialog with typed text stays open until the next click.
      if (!hasTypedText(dialog)) {
        link.setAttribute('data-dialog', '')
        dialog.remove()
      }
      if (document.contains(link)) link.focus()
    })
    return dialog
  }

  /** Copies the e-mail typed beside the link into the dialog. */
  function copyEmail(link, dialog) {
    var page = link.closest('main')
    var typedEmail = page && page.querySelector('input[type=email]')
    var field = dialog.querySelector('input[type=email]')
    if (typedEmail && field && field.value === '') field.value = typedEmail.value
  }

  function createDialog(title) {
    var dialog = document.createElement('dialog')
    dialog.id = 'dialogo-' + ++count
    dialog.className = 'no-print'
    var head = dialog.appendChild(document.createElement('div'))
    head.className = 'dialog-head'
    var heading = head.appendChild(document.createElement('h2'))
    heading.id = dialog.id + '-titulo'
    heading.tabIndex = -1
    var titleCopy = title.cloneNode(true)
    while (titleCopy.firstChild) heading.appendChild(titleCopy.firstChild)
    dialog.setAttribute('aria-labelledby', heading.id)
    dialog.addEventListener('click', function (event) {
      var closeLink = event.target.closest('[data-close]')
      if (closeLink) event.preventDefault()
      if (closeLink || (wasOutside && isOutside(dialog, event) && !hasTypedText(dialog))) dialog.close()
    })
    // Selecting text past the edge ends in a click there, which must not close the dialog.
    var wasOutside = false
    dialog.addEventListener('mousedown', function (event) {
      wasOutside = isOutside(dialog, event)
    })
    return dialog
  }

  function show(dialog) {
    document.body.appendChild(dialog)
    dialog.showModal()
    var firstElement = dialog.querySelector('img, input:not([type=hidden]), select, textarea')
    // A photo before the fields must be seen first, so the heading above it gets the focus.
    var isField = firstElement && firstElement.tagName !== 'IMG'
    ;(isField ? firstElement : dialog.querySelector('h2')).focus()
  }

  function createCloseButton(label, look) {
    var button = document.createElement('button')
    button.type = 'button'
    button.className = 'button ' + look
    button.setAttribute('data-close', '')
    button.textContent = label
    return button
  }

  function prefixIds(place, prefix) {
    ID_ATTRIBUTES.forEach(function (name) {
      forEachElement(place, '[' + name + ']', function (element) {
        element.setAttribute(name, element.getAttribute(name).replace(/\S+/g, prefix + '$&'))
      })
    })
    forEachElement(place, 'a[href^="#"]', function (element) {
      element.setAttribute('href', '#' + prefix + element.getAttribute('href').slice(1))
    })
  }

  function forEachElement(place, selector, callback) {
    Array.prototype.forEach.call(place.querySelectorAll(selector), callback)
  }

  function isOutside(dialog, event) {
    var box = dialog.getBoundingClientRect()
    var x = event.clientX
    var y = event.clientY
    return event.target === dialog && (x < box.left || x > box.right || y < box.top || y > box.bottom)
  }

  function hasTypedText(place) {
    var fields = place.querySelectorAll('input:not([type=hidden]), select, textarea')
    return Array.prototype.some.call(fields, function (field) {
      if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
      if (field.options) return field.selectedIndex !== findFirstChosen(field)
      return field.value !== field.defaultValue
    })
  }

  function findFirstChosen(field) {
    for (var i = 0; i < field.options.length; i++) if (field.options[i].defaultSelected) return i
    return 0
  }

  /** Asks about the login before the form is filled in, once per window (F39). */
  function askAboutLogin() {
    var place = document.querySelector('[data-ask-first]')
    var offer = place && place.querySelector('button[form]')
    if (!offer || !offer.form || document.querySelector('[data-error-summary], dialog')) return
    var isFormBegun = Array.prototype.some.call(offer.form.querySelectorAll(TEXTS), function (field) {
      return field.value !== ''
    })
    if (isFormBegun || !isFirstVisit()) return
    var dialog = createDialog(place.querySelector('strong'))
    dialog.appendChild(place.querySelector('p').cloneNode(true))
    var actions = dialog.appendChild(document.createElement('p'))
    actions.className = 'actions'
    var login = actions.appendChild(offer.cloneNode(true))
    login.className = 'button button-main'
    actions.appendChild(createCloseButton(place.getAttribute('data-ask-first'), 'button-secondary'))
    dialog.addEventListener('close', function () {
      dialog.remove()
      var heading = offer.form.querySelector('h2')
      heading.tabIndex = -1
      heading.focus()
    })
    show(dialog)
  }

  /** Returns false without storage: repeating the question on every page would be worse than omitting it. */
  function isFirstVisit() {
    try {
      var name = 'asked:' + location.pathname
      var isFirst = !sessionStorage.getItem(name)
      sessionStorage.setItem(name, '1')
      return isFirst
    } catch (_) {
      return false
    }
  }

  // pageshow comes after the browser has restored typed text.
  window.addEventListener('pageshow', askAboutLogin)
})()
