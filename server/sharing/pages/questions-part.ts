import { limits } from '../../../contract/limits.ts'
import { dayOf } from '../../organizations/company-days.ts'
import type { CustomerView } from './customer-view.ts'
import { html, type Html } from './html.ts'

/** The customer's questions with their answers, then a form for another. */
export function questionsPart({ base, company, questions, formId, draft }: CustomerView): Html {
  return html`<section class="card screen" aria-labelledby="questions">
    <h2 id="questions">Ask a question</h2>
    ${
      questions.length > 0 &&
      html`<ul class="asked" aria-label="Your questions">
      ${questions.map(
        ({ question, asked_at, answered_at }) =>
          html`<li>
            <p>${question}</p>
            <span class="quiet">${dayOf(asked_at, company)} · ${answered_at ? 'Answered' : 'Sent'}</span>
          </li>`,
      )}
    </ul>`
    }
    <form class="form" method="post" action="${base}/questions">
      <input type="hidden" name="id" value="${formId}" />
      <label for="question">Your question to ${company.name}</label>
      <textarea id="question" name="question" rows="4" required maxlength="${limits.shareMessageCharacters}"
        ${draft && html`aria-invalid="true" aria-describedby="question-problem" autofocus`}>${draft?.question}</textarea>
      ${draft && html`<p class="problem" id="question-problem">${draft.problem}</p>`}
      <div class="buttons"><button type="submit" data-primary>Send question</button></div>
    </form>
  </section>`
}
