-- A refund is a payment with a negative amount, so that what was paid for an order stays the sum of its payments.
alter table payments
  drop constraint payments_amount_check,
  add constraint payments_amount_check check (amount <> 0);
