from django.urls import path

from rules.api import computations, rulebooks

urlpatterns = [
    path("", rulebooks.Rulebooks.as_view()),
    path("<slug:slug>/", rulebooks.OneRulebook.as_view()),
    path("<slug:slug>/hand/", computations.HandValue.as_view()),
    path("<slug:slug>/payment/", computations.Payment.as_view()),
    path("<slug:slug>/result/", computations.GameResult.as_view()),
    path("<slug:slug>/draw/", computations.DrawnHand.as_view()),
    path("<slug:slug>/chombo/", computations.Chombo.as_view()),
    path("<slug:slug>/next/", computations.Next.as_view()),
    path("<slug:slug>/conditions/", computations.Conditions.as_view()),
    path("<slug:slug>/ceremony/", computations.Ceremony.as_view()),
    path("<slug:slug>/wall/", computations.Wall.as_view()),
    path("<slug:slug>/wsom/", computations.Wsom.as_view()),
]
