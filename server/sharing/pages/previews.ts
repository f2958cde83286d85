import { trimmed } from '../../../contract/trimmed.ts'
import { html, type Html } from './html.ts'
import { layout } from './layout.ts'

/** The samples are fixed: these pages show what a storefront and a supplier's dashboard look like, and read nothing. */
const featured = [
  { name: 'Wireless Headphones', text: 'Over-ear, with noise-canceling', price: '$129.99' },
  { name: 'Mechanical Keyboard', text: 'Compact, with quiet switches', price: '$89.00' },
  { name: 'Desk Lamp', text: 'Dimmable, warm to cool light', price: '$45.50' },
] as const

const stats = [
  { label: 'Active Products', value: '24', change: '+2 this week' },
  { label: 'Pending Orders', value: '8', change: '−3 since yesterday' },
  { label: 'Monthly Revenue', value: '$12,450', change: '+8% on last month' },
  { label: 'New Messages', value: '5', change: '+1 today' },
] as const

const emptyPanel = (title: string, text: string): Html =>
  html`<section class="card">
    <h2>${title}</h2>
    <p class="empty">${text}</p>
  </section>`

/** `/customer/preview`: a storefront with three fixed products. A search shows those that contain the text. */
export function customerPreview(search: string): string {
  const wanted = trimmed(search).toLowerCase()
  const found = featured.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted))
  const counter = (label: string) => html`<span class="counter">${label} <strong>0</strong></span>`
  return layout({
    title: 'Customer preview',
    header: html`<span class="mark" aria-hidden="true">S</span><strong class="company">Storefront</strong>
      <div class="actions">${counter('Wishlist')} ${counter('Cart')}</div>`,
    body: html`<main class="page">
      <div class="head">
        <h1>Welcome</h1>
        <form class="search" role="search" method="get" action="/customer/preview">
          <label class="hidden" for="search">Search products</label>
          <input id="search" type="search" name="search" maxlength="200" placeholder="Search products" value="${search}" />
          <button type="submit">Search</button>
        </form>
      </div>
      <section aria-labelledby="featured">
        <h2 id="featured" class="section">Featured Products</h2>
        ${
          found.length === 0
            ? html`<p class="card empty">No products found</p>`
            : html`<ul class="tiles">
                ${found.map(
                  ({ name, text, price }) =>
                    html`<li class="card tile">
                      <span class="picture" aria-hidden="true">${name.slice(0, 1)}</span>
                      <strong>${name}</strong><span class="quiet">${text}</span><span class="price">${price}</span>
                    </li>`,
                )}
              </ul>`
        }
      </section>
      <div class="halves">
        ${emptyPanel('Recent Orders', 'No recent orders')} ${emptyPanel('Recommendations', 'No recommendations yet')}
      </div>
    </main>`,
  })
}

/**
 * `/supplier/preview`: a supplier's dashboard with fixed figures. Its buttons lead to addresses that need a sign-in.
 */
export const supplierPreview: string = layout({
  title: 'Supplier preview',
  header: html`<span class="mark" aria-hidden="true">S</span><strong class="company">Supplier Dashboard</strong>
    <div class="actions">
      <a class="button" href="/supplier/profile">Settings</a>
      <a class="button" data-primary href="/supplier/products/new">Add New Product</a>
    </div>`,
  body: html`<main class="page">
    <div class="head"><h1>Overview</h1></div>
    <dl class="stats">
      ${stats.map(
        ({ label, value, change }) =>
          html`<div class="card stat">
            <dt>${label}</dt>
            <dd><strong>${value}</strong><span class="quiet">${change}</span></dd>
          </div>`,
      )}
    </dl>
    <div class="halves">
      ${emptyPanel('Recent Orders', 'No recent orders')} ${emptyPanel('Inventory Alerts', 'No inventory alerts')}
    </div>
  </main>`,
})
