import express, { type RequestHandler, Router } from 'express';

/** The API that the demo flow calls: it returns the discount and total of an order. */
export function demoEndpoint(): RequestHandler {
  const router = Router();
  router.post('/demo/orders', express.json(), (request, response) => {
    const { customer = 'unknown', amount = 0 } = (request.body ?? {}) as { customer?: string; amount?: number };
    const discount = Math.round(amount * 0.1 * 100) / 100;
    response.json({ orderId: `A-${Math.round(amount)}`, customer, amount, discount, total: amount - discount });
  });
  return router;
}
